"""Code that runs inside a sandbox, in the warden: standard library only, shipped over its control socket."""
