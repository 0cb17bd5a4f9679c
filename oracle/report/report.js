// The page's behaviour: theme, filters, episode list, events, deep links (#ep=<id>&event=<number>), keys.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);

  // Builds an element; texts only ever become text nodes, so nothing of a model's output is parsed as HTML.
  const el = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(name, value);
    node.append(...children.filter((c) => c !== null && c !== ""));
    return node;
  };
  const isolated = (text) => el("bdi", { dir: "auto" }, text);

  // -- theme --------------------------------------------------------------------------------------------
  const themes = ["auto", "light", "dark"];
  const names = { auto: "as the system", light: "light", dark: "dark" };
  let theme = "auto";
  try { theme = localStorage.getItem("r3env-theme") || "auto"; } catch { /* a file may have no storage */ }
  const paint = () => {
    if (theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
    $("theme").textContent = theme[0].toUpperCase() + theme.slice(1);
    $("theme").setAttribute("aria-label", `Colours: ${names[theme]}`);
  };
  $("theme").addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    try { localStorage.setItem("r3env-theme", theme); } catch { /* kept for this visit only */ }
    paint();
  });
  if (!themes.includes(theme)) theme = "auto";
  paint();

  const form = $("filters");
  if (!form) return;
  const episodes = JSON.parse($("index").textContent);
  const byId = new Map(episodes.map((e) => [e.id, e]));
  const outcomes = { correct: "correct", wrong: "wrong", missing: "no answer", unparsed: "unparsed",
    grader_error: "grader error", ungraded: "not graded" };
  const pressure = (e) => e.rho !== null ? `ρ ${e.rho}` : e.budget !== null ? `budget ${e.budget}` : "unbudgeted";
  const condition = (e) => [e.domain, e.setting.replace("_", "-"), pressure(e), e.scheduler].join(" · ");

  // -- filters ------------------------------------------------------------------------------------------
  const fill = (name, values, label = (v) => v) =>
    form.elements[name].replaceChildren(el("option", { value: "" }, "any"),
      ...values.map((v) => el("option", { value: v }, label(v))));
  const distinct = (read) => [...new Set(episodes.flatMap(read))].sort();
  fill("policy", distinct((e) => [e.policy]));
  fill("condition", distinct((e) => [condition(e)]));
  fill("problem", distinct((e) => e.problems.map((p) => p.label)));
  fill("outcome", Object.keys(outcomes).filter((o) => episodes.some((e) => e.problems.some((p) => p.outcome === o))),
    (o) => outcomes[o]);
  fill("class", ["counted", "free", "blocked", "guard", "error", "completion", "notice", "infrastructure"]);
  const wanted = (name) => form.elements[name].value;

  let shown = [];
  let current = null;

  const matches = (e) => {
    const [problem, outcome] = [wanted("problem"), wanted("outcome")];
    const slots = e.problems.filter((p) => !problem || p.label === problem);
    return (!wanted("policy") || e.policy === wanted("policy"))
      && (!wanted("condition") || condition(e) === wanted("condition"))
      && e.contest.toLowerCase().includes(wanted("contest").trim().toLowerCase())
      && slots.length > 0 && (!outcome || slots.some((p) => p.outcome === outcome))
      && (!wanted("class") || e.classes.includes(wanted("class")));
  };

  const dots = (e) => el("span", { class: "dots", "aria-hidden": "true" },
    ...e.problems.map((p) => el("span", { class: `dot ${p.outcome}`, title: `${p.label}: ${outcomes[p.outcome]}` }, p.label)));

  const item = (e) => {
    const node = el("div", { class: "item", role: "option", id: `o-${e.id}`, "aria-selected": "false",
      "aria-label": `${e.contest}, run ${e.repeat + 1}, ${e.policy}, ${condition(e)}, ${e.score} of ${e.problems.length} solved` },
    el("div", { class: "row" }, el("b", {}, isolated(e.contest)), dots(e)),
    el("small", {}, isolated(e.policy), ` · run ${e.repeat + 1}`), el("small", {}, condition(e)));
    node.addEventListener("click", () => go(e.id));
    return node;
  };

  const refresh = () => {
    shown = episodes.filter(matches);
    $("list").replaceChildren(...shown.map(item));
    $("found").textContent = shown.length ? `${shown.length} of ${episodes.length} episodes` : "No episode matches these filters.";
    mark();
    if (current) render(current, null);
  };
  const mark = () => {
    for (const node of $("list").children) node.setAttribute("aria-selected", String(current !== null && node.id === `o-${current.id}`));
    if (current && $(`o-${current.id}`)) $("list").setAttribute("aria-activedescendant", `o-${current.id}`);
    else $("list").removeAttribute("aria-activedescendant");
  };

  // -- one episode --------------------------------------------------------------------------------------
  const facts = (pairs) => el("dl", { class: "facts" },
    ...pairs.filter(([, v]) => v !== "" && v !== null && v !== undefined).map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, v))));
  const block = (kind, text) => el("pre", { class: kind, tabindex: text.split("\n").length > 20 ? "0" : null }, isolated(text));

  const eventNode = (e, v) => {
    const node = el("section", { class: `event ${v.class}`, id: `event-${v.n}`, "data-event": v.n, tabindex: "-1",
      "aria-label": `Event ${v.n}, ${v.class}` });
    const sub = v.sub ? ` · ${v.sub.replace(/_/g, " ")}` : "";
    const balance = v.after === undefined ? "" : `${v.before ?? "–"} → ${v.after} left`;
    node.append(el("header", {},
      el("a", { href: `#ep=${e.id}&event=${v.n}`, title: "Link to this event" }, `#${v.n}`),
      el("span", {}, el("b", {}, v.class), sub),
      el("span", {}, `charge ${v.charge}`),
      v.focus ? el("span", {}, `focus ${v.focus}`) : "",
      v.problem && v.problem !== v.focus ? el("span", {}, `charged to ${v.problem}`) : "",
      v.exit === undefined ? "" : el("span", {}, `exit ${v.exit}`),
      el("span", {}, `${v.time} s`),
      el("span", { class: "balance" }, balance)));
    if (v.thought) {
      const fold = el("details", {}, el("summary", {}, v.class === "completion" ? "reasoning" : "what the player said"), block("thought", v.thought));
      node.append(fold);
    }
    if (v.command) node.append(block("command", v.command));
    if (v.why || v.detail) node.append(el("p", { class: "why" }, isolated([v.why, v.detail].filter(Boolean).join(" · "))));
    if (v.output) node.append(block("output", v.output));
    for (const note of v.notes || []) node.append(el("p", { class: "why" }, isolated(note)));
    return node;
  };

  const about = (v, label) => v.problem === label || v.focus === label;
  const render = (e, number) => {
    current = e;
    const all = JSON.parse($(`t-${e.id}`).textContent);
    const [label, kind] = [wanted("problem"), wanted("class")];
    const events = all.filter((v) => v.n === number || ((!kind || v.class === kind) && (!label || v.class === "completion" || about(v, label))));
    const hidden = all.length - events.length;
    const table = el("table", {}, el("thead", {}, el("tr", {}, ...["", "problem", "tier", "outcome", "reason", "answer"].map((h) => el("th", { scope: "col" }, h)))),
      el("tbody", {}, ...e.problems.map((p) => el("tr", {}, el("th", { scope: "row" }, p.label), el("td", {}, isolated(p.id)),
        el("td", {}, p.tier || "–"), el("td", {}, outcomes[p.outcome]), el("td", {}, isolated(p.reason)), el("td", {}, isolated(p.answer.slice(0, 80)))))));
    $("episode").replaceChildren(
      el("h3", {}, isolated(e.contest), ` · run ${e.repeat + 1}`),
      facts([["policy", isolated(e.policy)], ["condition", condition(e)], ["status", e.status.replace("_", " ")],
        ["solved", `${e.score} of ${e.problems.length}`], ["used", e.used === null ? "" : `${e.used} of ${e.budget ?? "∞"} ${e.unit.replace("_", " ")}`],
        ["error", e.error ? isolated(e.error) : ""]]),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Problems of the episode" }, table),
      el("p", { class: "note" }, `${events.length} events` + (hidden ? `, ${hidden} hidden by the filters` : "")),
      ...events.map((v) => eventNode(e, v)));
    $("episode").setAttribute("aria-label", `Episode ${e.contest}, run ${e.repeat + 1}`);
    mark();
    if (number !== null) focusEvent(number);
  };

  const focusEvent = (number) => {
    for (const node of document.querySelectorAll(".event.here")) node.classList.remove("here");
    const node = $(`event-${number}`);
    if (!node) return;
    node.classList.add("here");
    node.focus({ preventScroll: true });
    node.scrollIntoView({ block: "start", behavior: "instant" });
  };

  // -- links and keys -----------------------------------------------------------------------------------
  const go = (id, number = null) => { location.hash = number === null ? `ep=${id}` : `ep=${id}&event=${number}`; };
  const follow = () => {
    const link = new URLSearchParams(location.hash.slice(1));
    const e = byId.get(link.get("ep"));
    if (!link.has("ep")) return;
    if (!e) {
      $("episode").replaceChildren(el("p", { class: "note" }, `This page does not hold the episode ${link.get("ep")}: it shows a sample. Make the report with more --trajectories.`));
      $("trajectories").scrollIntoView();
      return;
    }
    render(e, link.has("event") ? Number(link.get("event")) : null);
    $(`o-${e.id}`)?.scrollIntoView({ block: "nearest", behavior: "instant" });
    if (!link.has("event")) $("episode").scrollIntoView({ block: "start", behavior: "instant" });
  };
  const step = (by) => {
    const at = shown.indexOf(current);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
    if (next) go(next.id);
  };
  const stepEvent = (by) => {
    const nodes = [...document.querySelectorAll(".event")];
    if (!nodes.length) return step(1);
    const at = nodes.findIndex((n) => n.classList.contains("here"));
    const next = nodes[Math.min(nodes.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
    history.replaceState(null, "", `#ep=${current.id}&event=${next.dataset.event}`);
    return focusEvent(next.dataset.event);
  };
  $("list").addEventListener("keydown", (press) => {
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (press.key in moves) step(moves[press.key]);
    else if (press.key === "Home" && shown.length) go(shown[0].id);
    else if (press.key === "End" && shown.length) go(shown[shown.length - 1].id);
    else if (press.key === "Enter" && current) $("episode").focus();
    else return;
    press.preventDefault();
  });
  document.addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.metaKey || press.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(press.target.tagName)) return;
    const keys = { j: () => stepEvent(1), k: () => stepEvent(-1), n: () => step(1), p: () => step(-1), "/": () => form.elements.policy.focus() };
    if (!(press.key in keys)) return;
    press.preventDefault();
    keys[press.key]();
  });
  form.addEventListener("input", refresh);
  form.addEventListener("reset", () => setTimeout(refresh));
  form.addEventListener("submit", (press) => press.preventDefault());
  window.addEventListener("hashchange", follow);
  refresh();
  follow();
})();
