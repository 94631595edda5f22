/** The page's whole style: no fonts, images or scripts from elsewhere. Colours follow the reader's system. */
export const styles = `
:root { color-scheme: light dark;
  --paper: light-dark(#ffffff, #14171c); --panel: light-dark(#f5f6f8, #1c2027); --ink: light-dark(#1b1f26, #e6e9ee);
  --quiet: light-dark(#5a6472, #9aa5b4); --line: light-dark(#d9dde3, #323944); --link: light-dark(#0b57b0, #82b4ff);
  --get: light-dark(#0a6b3d, #63d49a); --post: light-dark(#0b57b0, #82b4ff); --patch: light-dark(#8a5a00, #f0b955);
  --delete: light-dark(#b3261e, #ff8f87); }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
a { color: var(--link) }
code, pre { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { background: var(--panel); padding: 0.1em 0.3em; border-radius: 4px; overflow-wrap: anywhere }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; overflow-x: auto; margin: 0.5rem 0 }
pre code { background: none; padding: 0; overflow-wrap: normal }
.skip { position: absolute; left: -100vw } .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: 0.5rem }
.page { display: grid; grid-template-columns: 19rem minmax(0, 1fr); max-width: 92rem; margin: 0 auto }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); font-size: 0.875rem }
nav h2 { font-size: 0.8rem; text-transform: uppercase; letter-spacing: 0.05em; color: var(--quiet); margin: 1.25rem 0 0.25rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: 0.2rem 0.4rem; border-radius: 4px; text-decoration: none; color: var(--ink) }
nav a:hover, nav a:focus-visible { background: var(--panel) }
main { padding: 1.5rem 2rem 6rem; min-width: 0 }
h1 { margin-top: 0; line-height: 1.2 } h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: 0.25rem }
article { border: 1px solid var(--line); border-radius: 8px; padding: 1.25rem; margin: 1.5rem 0 }
article:target { border-color: var(--link); box-shadow: 0 0 0 1px var(--link) }
article h3 { margin: 0 } article h4 { margin: 1.25rem 0 0.25rem }
.route { display: flex; gap: 0.6rem; align-items: baseline; flex-wrap: wrap; margin: 0.4rem 0 }
.method { font: 700 0.75rem/1 ui-monospace, monospace; letter-spacing: 0.03em }
.GET { color: var(--get) } .POST { color: var(--post) } .PATCH, .PUT { color: var(--patch) } .DELETE { color: var(--delete) }
.quiet, .type { color: var(--quiet) } .type { font-size: 0.875rem; margin: 0.2rem 0 }
.required { color: var(--delete); font-size: 0.8rem }
.fields { list-style: none; margin: 0.25rem 0; padding-left: 0.9rem; border-left: 2px solid var(--line) }
.fields li { margin: 0.45rem 0 } .about { font-size: 0.925rem }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: 0.925rem }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.6rem; border-bottom: 1px solid var(--line) }
summary { cursor: pointer; font-weight: 600; margin: 0.75rem 0 0.25rem }
@media (max-width: 60rem) { .page { display: block } nav { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line) } main { padding: 1.25rem 1rem } }
@media print { nav { display: none } .page { display: block } article { break-inside: avoid-page } }
`;
