/** The looks of the documentation, light and dark as the reader has it. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --text: #1b2430; --dim: #5a6675; --line: #dde3ea; --soft: #f4f6f9; --back: #fff; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e9ef; --dim: #a3afbd; --line: #303943; --soft: #1c232b; --back: #14191f; --link: #7cb8f5; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; color: var(--text); background: var(--back); font: 15px/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 264px minmax(0, 1fr); }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
p a { text-decoration: underline; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 24px 16px 24px 24px; border-right: 1px solid var(--line); font-size: 14px; }
nav .brand { margin: 0 0 12px; font-weight: 700; font-size: 16px; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { margin: 2px 0; }
nav li > a { display: block; padding: 2px 0; }
nav ul ul { margin: 0 0 10px 10px; padding-left: 10px; border-left: 1px solid var(--line); }
nav ul > li > a { text-transform: none; font-weight: 600; }
nav ul ul a { font-weight: 400; }
main { max-width: 860px; padding: 32px 40px 80px; }
h1 { margin: 0 0 16px; font-size: 30px; line-height: 1.2; }
h2 { margin: 56px 0 8px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 24px; text-transform: capitalize; }
h3 { margin: 0 0 4px; font-size: 18px; }
h4 { margin: 20px 0 6px; font-size: 13px; color: var(--dim); }
article { margin: 24px 0; padding: 20px 24px; border: 1px solid var(--line); border-radius: 10px; }
article:target { border-color: var(--link); }
p { margin: 8px 0; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
p code, td code { padding: 1px 4px; border-radius: 4px; background: var(--soft); overflow-wrap: anywhere; }
pre { margin: 10px 0; padding: 12px 14px; border-radius: 8px; background: var(--soft); overflow: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
th { width: 34%; }
td:nth-child(2) { width: 22%; color: var(--dim); }
.required { color: var(--dim); font-size: 12px; white-space: nowrap; }
.call { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.method { padding: 1px 8px; border-radius: 5px; color: #fff; background: #2f6f44; font: 600 12px/1.7 ui-monospace, monospace; }
.method.get { background: #1f62a8; }
.method.patch, .method.put { background: #8a5a00; }
.method.delete { background: #b3261e; }
.problems { color: var(--dim); font-size: 14px; }
#problems th { width: 64px; }
@media (max-width: 800px) {
  body { display: block; }
  nav { position: static; max-height: none; padding: 16px; border-right: 0; border-bottom: 1px solid var(--line); }
  nav ul ul { display: none; }
  nav > ul { display: flex; flex-wrap: wrap; gap: 4px 16px; }
  main { padding: 20px 16px 64px; }
  article { margin: 16px -8px; padding: 16px; }
  table, tbody, tr, th, td { display: block; width: auto !important; }
  tr { padding: 8px 0; border-top: 1px solid var(--line); }
  th, td { padding: 0; border: 0; }
}
`;
