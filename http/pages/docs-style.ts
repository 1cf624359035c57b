/** The reference's looks: one column to read, one to find; light and dark as the reader's system has it. */
export const docsStyle = `
:root { color-scheme: light dark; --ground: #fbfaf7; --raised: #ffffff; --ink: #1d2430; --quiet: #667085; --line: #e5e1d8;
  --brand: #0f766e; --good: #15803d; --bad: #b42318; --get: #0369a1; --post: #0f5f2b; --put: #8a3c04; --patch: #7c3aed; --delete: #b42318; }
@media (prefers-color-scheme: dark) { :root { --ground: #12161c; --raised: #1a2029; --ink: #e6e9ee; --quiet: #98a2b3; --line: #2b3340;
  --brand: #5eead4; --good: #4ade80; --bad: #f97066; --get: #7dd3fc; --post: #4ade80; --put: #fbbf24; --patch: #c4b5fd; --delete: #f97066; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: var(--brand); text-decoration: none; } main a:not(.anchor) { text-decoration: underline; text-underline-offset: 2px; } a:hover { text-decoration: underline; }
code { font: 0.9em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
nav { position: fixed; inset: 0 auto 0 0; width: 17rem; overflow-y: auto; padding: 1.75rem 1.25rem; border-right: 1px solid var(--line); background: var(--raised); }
nav .brand { margin: 0 0 0.25rem; font-size: 1.25rem; font-weight: 700; letter-spacing: -0.02em; } nav .brand a { color: inherit; } nav .heading { margin: 1.4rem 0 0.3rem; font-size: 0.72rem; text-transform: uppercase; letter-spacing: 0.08em; color: var(--quiet); }
nav ul { list-style: none; margin: 0; padding: 0; } nav li a { display: block; padding: 0.14rem 0; color: var(--ink); font-size: 0.88rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
main { margin-left: 17rem; padding: 2.5rem clamp(1.25rem, 4vw, 4rem) 6rem; max-width: 66rem; }
#text > h2 { margin: 3.5rem 0 1rem; font-size: 1.6rem; letter-spacing: -0.02em; } #text > h2:first-of-type { margin-top: 2rem; } #text > h2 a { color: inherit; text-decoration: none; }
article { overflow-wrap: anywhere; margin: 0 0 1.5rem; padding: 1.4rem 1.5rem; background: var(--raised); border: 1px solid var(--line); border-radius: 14px; }
article h3 { display: flex; gap: 0.7rem; align-items: baseline; flex-wrap: wrap; margin: 0; font-size: 1rem; font-weight: 600; }
article h4 { margin: 1.2rem 0 0.4rem; font-size: 0.78rem; text-transform: uppercase; letter-spacing: 0.06em; color: var(--quiet); }
.method { font: 700 0.72rem/1 ui-monospace, Menlo, monospace; padding: 0.34rem 0.5rem; border-radius: 6px; color: var(--tint); background: color-mix(in srgb, var(--tint) 14%, transparent); }
.get { --tint: var(--get); } .post { --tint: var(--post); } .put { --tint: var(--put); } .patch { --tint: var(--patch); } .delete { --tint: var(--delete); } .send { --tint: var(--post); } .hear { --tint: var(--get); }
.summary { margin: 0.5rem 0 0.2rem; font-size: 1.05rem; } .quiet { color: var(--quiet); } p { margin: 0.35rem 0; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; } tr + tr { border-top: 1px solid var(--line); }
th, td { padding: 0.42rem 0.6rem 0.42rem 0; text-align: left; vertical-align: top; font-weight: 400; } th { width: 26%; } td:nth-child(2) { width: 24%; } th small { display: block; color: var(--quiet); }
details { border-top: 1px solid var(--line); padding: 0.45rem 0; } details:last-child { padding-bottom: 0; } summary { cursor: pointer; }
.good { color: var(--good); } .bad { color: var(--bad); }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; z-index: 2; background: var(--raised); padding: 0.5rem 1rem; border-radius: 8px; }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; } [hidden] { display: none !important; }
#text > h1 { margin: 0 0 0.5rem; font-size: 2.1rem; letter-spacing: -0.03em; } .anchor { opacity: 0.35; } .anchor:hover { opacity: 1; }
input[type=search] { width: 100%; padding: 0.5rem 0.7rem; border: 1px solid var(--line); border-radius: 9px; background: var(--ground); color: inherit; font: inherit; } output { font-size: 0.8rem; color: var(--quiet); }
pre { margin: 0.5rem 0 0.9rem; padding: 0.85rem 1rem; overflow-x: auto; border-radius: 10px; background: #10151c; color: #e6e9ee; font-size: 0.88rem; } pre code { overflow-wrap: normal; }
.sample { border: 0; } .sample > summary { color: var(--quiet); font-size: 0.85rem; } :target { outline: 2px solid var(--brand); outline-offset: 3px; }
.guide { max-width: 46rem; padding: 1rem 2rem 2rem; } .guide h1 { margin: 0.6rem 0 1rem; font-size: 2rem; letter-spacing: -0.03em; line-height: 1.2; } .guide h2 { margin: 2rem 0 0.5rem; font-size: 1.3rem; } .guide h3 { display: block; margin: 1.4rem 0 0.3rem; } .guide p, .guide li { margin: 0.6rem 0; line-height: 1.7; } .guide th, .guide td { width: auto; }
nav a[aria-current] { font-weight: 700; color: var(--brand); } nav li ul { margin: 0.1rem 0 0.5rem; padding-left: 0.8rem; border-left: 1px solid var(--line); } nav li ul a { color: var(--quiet); }
main:focus { outline: none; } .index { list-style: none; margin: 0.4rem 0; padding: 0; columns: 3 15rem; column-gap: 2rem; } .index li { break-inside: avoid; padding: 0.1rem 0; } .index a { text-decoration: none; }
.example > summary, .prelude > summary { font-size: 0.9rem; } .prelude { margin: 0.8rem 0; } h4 small { text-transform: none; letter-spacing: 0; }
#hits ol { list-style: none; margin: 0; padding: 0; } #hits li { margin: 0 0 0.6rem; } #hits a { display: block; padding: 0.8rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 12px; color: inherit; text-decoration: none; } #hits a:hover, #hits a:focus { border-color: var(--brand); } #hits b { color: var(--brand); } #hits small { margin-left: 0.6rem; color: var(--quiet); } #hits span { display: block; overflow-wrap: anywhere; font-size: 0.9rem; }
mark, ::highlight(found) { background: #fde68a; color: #1d2430; }
@media (max-width: 56rem) { nav { position: static; width: auto; max-height: 45vh; border: 0; border-bottom: 1px solid var(--line); } nav li { display: inline-block; margin-right: 0.9rem; max-width: 100%; vertical-align: top; } main { margin: 0; padding-top: 1.5rem; }
  article { padding: 1.1rem; } .guide { padding: 0.6rem 1.2rem 1.2rem; } th, td, td:nth-child(2) { display: block; width: auto; padding: 0.1rem 0; } tr { display: block; padding: 0.4rem 0; } }
`;
