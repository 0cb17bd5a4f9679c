// The annotation page: one blinded trajectory, its questions, labels saved as they are given.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const { token, store } = document.body.dataset;
  const rubric = JSON.parse($("items").textContent);
  history.replaceState(null, "", "/?token=" + token + location.hash);

  // Texts only ever become text nodes: nothing of a player's output is parsed as HTML.
  const el = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(name, value);
    node.append(...children.filter((c) => c !== null && c !== ""));
    return node;
  };

  const remember = (key, value) => { try { localStorage.setItem(key, value); } catch { /* kept until the page closes */ } };
  const recall = (key) => { try { return localStorage.getItem(key); } catch { return null; } };

  const call = async (path, body = null) => {
    let reply;
    try {
      reply = await fetch(path, { method: body ? "POST" : "GET", headers: { "X-Token": token }, body: body && JSON.stringify(body) });
    } catch {
      throw Object.assign(new Error("the server does not answer: start r3env annotate again"), { again: true });
    }
    const data = await reply.json();
    if (!reply.ok) throw Object.assign(new Error(data.error), { again: reply.status === 423 || reply.status >= 500 });
    return data;
  };

  let annotator = recall("r3env-annotator");
  let queue = [];
  let at = 0;
  let episode = null;
  let labels = new Map(); // question key -> label as shown, saved or not
  let here = 0; // question
  let cards = [];

  // -- saving: every complete label goes into `waiting`, which outlives a reload, and out of it when saved ---
  const pile = (name) => {
    const key = `r3env-${name}-${store}`;
    let kept = [];
    try { kept = JSON.parse(recall(key) || "[]"); } catch { /* not ours, or damaged: start afresh */ }
    const held = new Map(kept);
    const write = () => remember(key, JSON.stringify([...held]));
    return { held, put: (k, v) => { held.delete(k); held.set(k, v); write(); }, drop: (k) => { held.delete(k); write(); } };
  };
  const waiting = pile("waiting");
  const drafts = pile("drafts"); // true without its quotation: not a label yet
  let sending = false;
  const keyOf = (item, problem) => problem ? `${item}/${problem}` : item;
  const waitKey = (label) => [label.annotator, label.fingerprint, keyOf(label.item, label.problem)].join(" ");

  const keep = (label) => {
    waiting.put(waitKey(label), label);
    send();
  };
  const send = async () => {
    if (sending) return;
    sending = true;
    let trouble = null;
    for (const [key, label] of [...waiting.held]) {
      try {
        await call("/api/label", label);
        settle(key, label, null);
      } catch (error) {
        if (error.again) { trouble = error; break; }
        settle(key, label, error.message); // a label that the rubric refuses is shown at its question
      }
    }
    sending = false;
    report(trouble);
    if (trouble) setTimeout(send, 3000);
    else if (waiting.held.size) send();
  };
  const settle = (key, label, refusal) => {
    if (waiting.held.get(key) === label) waiting.drop(key);
    const shown = labels.get(keyOf(label.item, label.problem));
    if (episode && label.fingerprint === episode.id && shown && shown.sent === label) {
      shown.state = refusal ? { bad: refusal } : { good: "saved" };
      draw(keyOf(label.item, label.problem));
    }
    progress();
  };
  const report = (trouble) => {
    $("alarm").hidden = !trouble;
    if (trouble) {
      $("alarm").textContent = `Not saved yet: ${trouble.message}. ${waiting.held.size} ${waiting.held.size === 1 ? "label is" : "labels are"} kept here and tried again every 3 seconds; go on working.`;
    }
    $("saved").textContent = waiting.held.size ? `${waiting.held.size} waiting` : "all saved";
  };
  window.addEventListener("beforeunload", (leaving) => { if (waiting.held.size) leaving.preventDefault(); });

  // -- trajectory ---------------------------------------------------------------------------------------
  const piece = (part) => typeof part === "string" ? document.createTextNode(part)
    : el("span", { class: "gap" }, part.gap === "hidden" ? "name hidden" : `${part.gap.toLocaleString("en")} characters left out`);
  const eventNode = (event) => {
    const node = el("article", { class: `event ${event.class}`, id: `event-${event.n}`, "data-event": event.n, tabindex: "-1", "aria-label": `Event ${event.n}, ${event.class}` });
    const charge = Object.entries(event.charge).map(([unit, amount]) => unit === "actions" ? `${amount}` : `${amount} ${unit.replace(/_/g, " ")}`).join(", ");
    node.append(el("header", {}, el("code", {}, `#${event.n}`), el("span", {}, el("b", {}, event.class), event.sub ? ` · ${event.sub}` : ""),
      charge ? el("span", {}, `charge ${charge}`) : "", event.focus ? el("span", {}, `focus ${event.focus}`) : "",
      event.exit === null ? "" : el("span", {}, `exit ${event.exit}`),
      event.after === null ? "" : el("span", { class: "balance" }, `${event.before ?? "–"} → ${event.after} left`)));
    if (event.class === "infrastructure") node.append(el("pre", { class: "note" }, "An infrastructure failure."));
    for (const part of event.parts) node.append(el("pre", { class: part.role, dir: "auto", tabindex: part.pieces.length > 1 ? "0" : null }, ...part.pieces.map(piece)));
    node.addEventListener("click", () => stand(node, false));
    return node;
  };
  const stand = (node, scroll = true) => {
    document.querySelector(".event.here")?.classList.remove("here");
    node.classList.add("here");
    if (scroll) { node.scrollIntoView({ block: "start" }); node.focus({ preventScroll: true }); }
  };
  const step = (by) => {
    const nodes = [...document.querySelectorAll(".event")];
    const now = nodes.findIndex((n) => n.classList.contains("here"));
    if (nodes.length) stand(nodes[Math.min(nodes.length - 1, Math.max(0, now < 0 ? 0 : now + by))]);
  };
  const currentEvent = () => { const node = document.querySelector(".event.here"); return node ? Number(node.dataset.event) : null; };

  // The exact characters of the selection; a selection that spans events or something left out has none.
  const selected = () => {
    const chosen = getSelection();
    if (!chosen || chosen.isCollapsed || !chosen.rangeCount) return null;
    const range = chosen.getRangeAt(0);
    const [start, end] = [range.startContainer, range.endContainer];
    const event = (start.nodeType === 3 ? start.parentElement : start).closest(".event");
    if (!event) return null;
    if (start !== end || start.nodeType !== 3) return { problem: "select words inside one text of one event" };
    return { event: Number(event.dataset.event), quotation: start.data.slice(range.startOffset, range.endOffset) };
  };
  // Without a selection: the first line of the event that the keyboard stands on.
  const firstLine = () => {
    const node = document.querySelector(".event.here pre:not(.note)");
    const text = node && [...node.childNodes].find((n) => n.nodeType === 3 && n.data.trim());
    return text ? { event: currentEvent(), quotation: text.data.split("\n").find((line) => line.trim()).slice(0, 300) } : null;
  };

  // -- questions ----------------------------------------------------------------------------------------
  const questions = () => [
    ...rubric.filter((i) => i.scope === "episode").map((item) => ({ item, problem: null })),
    ...episode.problems.flatMap((p) => rubric.filter((i) => i.scope === "problem").map((item) => ({ item, problem: p.label }))),
  ];
  const missing = (item, label) => {
    if (label.value !== "true") return "";
    if (!label.quotation.trim() || label.event === null) return "needs a quotation: select the words that show it and press q";
    if (item.ordered && (label.prior === null || label.trigger === null)) return "needs the events of the prior plan (1) and of the trigger (2)";
    return "";
  };
  const change = (question, changes) => {
    const key = keyOf(question.item.name, question.problem);
    const empty = { value: null, quotation: "", event: null, prior: null, trigger: null };
    const label = { ...empty, ...labels.get(key), ...changes, state: null };
    labels.set(key, label);
    const lack = missing(question.item, label);
    const full = { ...label, fingerprint: episode.id, annotator, item: question.item.name, problem: question.problem, state: null };
    if (lack) {
      label.state = { bad: `not saved yet: ${lack}` };
      drafts.put(waitKey(full), full);
    } else drafts.drop(waitKey(full));
    if (!lack && label.value) {
      const { value } = label;
      const proof = value === "true" ? label : empty;
      label.sent = { fingerprint: episode.id, annotator, item: question.item.name, problem: question.problem, value,
        quotation: proof.quotation, event: proof.event, prior: question.item.ordered ? proof.prior : null, trigger: question.item.ordered ? proof.trigger : null };
      label.state = { wait: "saving …" };
      keep(label.sent);
    }
    draw(key);
    progress();
  };
  const number = (text) => text.trim() === "" ? null : Number(text);

  const draw = (key) => {
    const card = cards.find((c) => c.key === key);
    if (!card) return;
    const label = labels.get(key) || {};
    for (const button of card.node.querySelectorAll(".tri button")) {
      const on = button.dataset.value === label.value;
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on || (!label.value && button.dataset.value === "true") ? 0 : -1;
    }
    card.evidence.hidden = label.value !== "true";
    for (const [name, input] of Object.entries(card.inputs)) {
      if (document.activeElement !== input) input.value = label[name] ?? "";
    }
    const state = label.state || {};
    card.state.textContent = state.bad || state.wait || state.good || "";
    card.state.className = `state ${Object.keys(state)[0] || ""}`;
  };
  const makeCard = (question, index) => {
    const { item, problem } = question;
    const key = keyOf(item.name, problem);
    const node = el("div", { class: "card", role: "group", "aria-label": problem ? `Problem ${problem}: ${item.question}` : item.question });
    const tri = el("div", { class: "tri", role: "radiogroup", "aria-label": item.question },
      ...["true", "false", "unknown"].map((value) => el("button", { type: "button", role: "radio", "data-value": value, "aria-checked": "false", "aria-label": value, title: `${value} (${value[0]})` }, value === "unknown" ? "?" : value)));
    const inputs = { quotation: el("textarea", { rows: "2", spellcheck: "false" }), event: el("input", { type: "number", min: "0" }) };
    if (item.ordered) for (const name of ["prior", "trigger"]) inputs[name] = el("input", { type: "number", min: "0" });
    const evidence = el("div", { class: "evidence", hidden: "" },
      el("label", {}, "Quotation, word for word", inputs.quotation),
      el("div", { class: "row" }, ...["prior", "trigger", "event"].filter((n) => inputs[n]).map((n) => el("label", {}, n === "event" && item.ordered ? "revision event" : `${n}${n === "event" ? "" : " event"}`, inputs[n]))));
    const state = el("p", { class: "state", role: "status" });
    node.append(el("div", { class: "ask" }, el("p", {}, item.question), tri), evidence, state);
    tri.addEventListener("click", (press) => { if (press.target.dataset.value) { turn(index); answer(press.target.dataset.value); } });
    for (const [name, input] of Object.entries(inputs)) {
      input.addEventListener("change", () => change(question, { [name]: name === "quotation" ? input.value : number(input.value) }));
    }
    node.addEventListener("focusin", () => turn(index, false));
    return { key, node, evidence, inputs, state, question };
  };
  const turn = (index, move = true) => {
    cards[here]?.node.classList.remove("here");
    here = Math.min(cards.length - 1, Math.max(0, index));
    cards[here].node.classList.add("here");
    if (move) {
      cards[here].node.scrollIntoView({ block: "nearest" });
      cards[here].node.querySelector('.tri button[tabindex="0"]')?.focus({ preventScroll: true });
    }
  };
  const answer = (value) => {
    const { question, key } = cards[here];
    const quoted = value === "true" && !(labels.get(key) || {}).quotation ? selected() : null;
    change(question, { value, ...(quoted && quoted.quotation ? quoted : {}) });
  };
  const quote = () => {
    const { question, key } = cards[here];
    const found = selected() || firstLine();
    if (!found) return;
    if (found.problem) { labels.set(key, { ...labels.get(key), state: { bad: found.problem } }); draw(key); return; }
    change(question, { value: "true", ...found });
  };
  const point = (name) => {
    const { question } = cards[here];
    if (question.item.ordered && currentEvent() !== null) change(question, { value: "true", [name]: currentEvent() });
  };

  // -- moving between trajectories ------------------------------------------------------------------------
  const progress = () => {
    if (!episode) return;
    const asked = questions().length;
    const done = [...labels.values()].filter((l) => l.value && !(l.state && l.state.bad)).length;
    $("place").textContent = `Trajectory ${at + 1} of ${queue.length} · ${done} of ${asked} questions answered`;
    $("saved").textContent = waiting.held.size ? `${waiting.held.size} waiting` : "all saved";
  };
  const openAt = async (index) => {
    if (!queue.length) return;
    at = Math.min(queue.length - 1, Math.max(0, index));
    const { id } = queue[at];
    try {
      const [shown, own] = await Promise.all([call(`/api/episode?id=${id}`),
        call(`/api/labels?id=${id}&annotator=${encodeURIComponent(annotator)}`)]);
      if (queue[at].id !== id) return; // somebody went on meanwhile
      episode = shown;
      labels = new Map(own.map((label) => [keyOf(label.item, label.problem), { ...label, state: { good: "saved" } }]));
      const ours = (label) => label.fingerprint === id && label.annotator === annotator;
      for (const draft of [...drafts.held.values()].filter(ours)) {
        const item = rubric.find((i) => i.name === draft.item);
        labels.set(keyOf(draft.item, draft.problem), { ...draft, state: { bad: `not saved yet: ${missing(item, draft)}` } });
      }
      for (const label of [...waiting.held.values()].filter(ours)) {
        labels.set(keyOf(label.item, label.problem), { ...label, sent: label, state: { wait: "waiting to be saved" } });
      }
    } catch (error) { report(error); setTimeout(() => openAt(index), 3000); return; }
    location.hash = String(at + 1);
    remember(`r3env-at-${annotator}`, String(at));
    layout();
  };
  const outcomes = { correct: "solved", wrong: "wrong", missing: "no answer", unparsed: "unparsed", grader_error: "not judged", ungraded: "not judged" };
  const layout = () => {
    const problems = episode.problems.map((p) => `${p.label} ${outcomes[p.outcome]}`).join(" · ");
    const budget = episode.budget === null ? "unbudgeted" : `budget ${episode.budget} ${episode.unit.replace(/_/g, " ")}`;
    $("trajectory").replaceChildren(
      el("p", { class: "facts" }, `${episode.domain} · ${episode.setting.replace("_", "-")} · contest ${episode.contest} · ${budget}. In the end: ${problems}.`),
      ...episode.events.map(eventNode));
    cards = questions().map(makeCard);
    const parts = [];
    let heading = null;
    for (const card of cards) {
      const title = card.question.problem ? `Problem ${card.question.problem}` : "Whole trajectory";
      if (title !== heading) parts.push(el("h2", {}, title, card.question.problem ? el("small", {}, outcomes[episode.problems.find((p) => p.label === card.question.problem).outcome]) : ""));
      heading = title;
      parts.push(card.node);
    }
    $("rubric").replaceChildren(...parts);
    cards.forEach((card) => draw(card.key));
    here = 0;
    turn(0, false);
    step(0);
    scrollTo(0, 0);
    $("rubric").scrollTop = 0;
    progress();
  };

  // -- agreement ------------------------------------------------------------------------------------------
  const figure = (value) => value === null || value === undefined ? "–" : value.toFixed(2);
  const showAgreement = async () => {
    const box = $("agreement");
    try {
      const found = await call("/api/agreement");
      const head = ["item", "annotators", "units", "same", "Cohen κ", "Fleiss κ", "Krippendorff α"];
      const rows = found.items.map((i) => el("tr", {}, el("td", {}, i.item.replace(/_/g, " ")), ...[i.annotators, i.units, `${Math.round(100 * i.same)} %`, figure(i.cohen), figure(i.fleiss), figure(i.alpha)].map((v) => el("td", {}, String(v)))));
      box.replaceChildren(
        el("p", { class: "note" }, `${found.labels} labels by ${found.annotators.length} annotators. Units are those that at least two judged; Fleiss takes those that all judged. – is undefined: all judgements are the same, or too few are shared.`),
        rows.length ? el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...head.map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, ...rows)))
          : el("p", {}, "No question was judged by two annotators yet."));
    } catch (error) { box.replaceChildren(el("p", {}, error.message)); }
    $("agreement-dialog").showModal();
  };

  // -- start ------------------------------------------------------------------------------------------------
  const start = async () => {
    $("who").hidden = false;
    $("who").textContent = annotator;
    $("who").title = "Another annotator";
    try {
      const found = await call(`/api/queue?annotator=${encodeURIComponent(annotator)}`);
      queue = found.queue;
    } catch (error) { report(error); setTimeout(start, 3000); return; }
    report(null);
    send();
    if (!queue.length) {
      $("place").textContent = "The store holds no finished contest: nothing to annotate yet.";
      return;
    }
    $("main").hidden = false;
    const asked = Number(location.hash.slice(1));
    const first = queue.findIndex((e) => e.answered < e.questions);
    const last = Number(recall(`r3env-at-${annotator}`) ?? -1);
    openAt(asked >= 1 ? asked - 1 : last >= 0 ? last : Math.max(0, first));
  };
  const ask = () => { $("name-form").elements.name.value = annotator || ""; $("name-dialog").showModal(); };
  $("name-dialog").addEventListener("cancel", (press) => { if (!annotator) press.preventDefault(); });
  $("name-form").addEventListener("submit", () => {
    const name = $("name-form").elements.name.value.trim();
    if (!name) return setTimeout(ask);
    annotator = name;
    remember("r3env-annotator", name);
    return start();
  });
  $("who").addEventListener("click", ask);
  $("next").addEventListener("click", () => openAt(at + 1));
  $("previous").addEventListener("click", () => openAt(at - 1));
  $("show-agreement").addEventListener("click", showAgreement);
  document.addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.metaKey || press.altKey || !cards.length || document.querySelector("dialog[open]")) return;
    if (/^(INPUT|TEXTAREA)$/.test(press.target.tagName)) { if (press.key === "Escape") turn(here); return; }
    const keys = { j: () => step(1), k: () => step(-1), n: () => openAt(at + 1), p: () => openAt(at - 1),
      ArrowDown: () => turn(here + 1), ArrowUp: () => turn(here - 1),
      t: () => answer("true"), f: () => answer("false"), u: () => answer("unknown"), q: quote, 1: () => point("prior"), 2: () => point("trigger") };
    if (!(press.key in keys)) return;
    press.preventDefault();
    keys[press.key]();
  });
  if (annotator) start(); else ask();
})();
