import { SCRIPT } from './status-script.ts';

const STYLE = `
:root{color-scheme:light dark;--ink:#1a1d21;--soft:#555d66;--line:#d6dadf;--page:#f4f5f7;--card:#fff;--mark:#0b6b4f;--bad:#b42318}
@media(prefers-color-scheme:dark){:root{--ink:#f1f3f5;--soft:#b3bac2;--line:#3a4149;--page:#14171a;--card:#1e2226;--mark:#4fd1a5;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header{position:sticky;top:0;z-index:1;background:var(--card);border-bottom:1px solid var(--line);padding:.6rem 1rem;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}
h1{font-size:1.1rem;margin:0}
h2{font-size:1rem;margin:1.2rem 0 .4rem}
input{font:inherit;flex:1 1 12rem;min-width:0;padding:.4rem .7rem;border:1px solid var(--line);border-radius:.5rem;background:var(--page);color:inherit}
nav{display:flex;flex-wrap:wrap;gap:.35rem}
button{font:inherit;min-height:2rem;padding:.2rem .8rem;border:1px solid var(--line);border-radius:1rem;background:var(--card);color:inherit;cursor:pointer}
nav button[aria-pressed=true]{background:var(--mark);border-color:var(--mark);color:var(--card)}
a{color:var(--mark)}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
main{max-width:64rem;margin:0 auto;padding:.8rem 1rem 3rem}
details{background:var(--card);border:1px solid var(--line);border-radius:.6rem;margin:0 0 .5rem;overflow:hidden}
summary{cursor:pointer;padding:.5rem .8rem;display:flex;flex-wrap:wrap;gap:.1rem .8rem;overflow-wrap:anywhere}
summary b{flex:1 1 12rem;min-width:0}
summary span,.soft{color:var(--soft);font-size:.88rem}
.bad{color:var(--bad)!important}
.body{padding:.3rem .8rem .8rem;border-top:1px solid var(--line)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:12.5px;margin:.3rem 0;max-height:24rem;overflow:auto}
ol{list-style:none;margin:.3rem 0;padding:0 0 0 .9rem;border-left:2px solid var(--mark)}
li{margin:.25rem 0;overflow-wrap:anywhere}
time{color:var(--soft);font-size:.85rem;font-variant-numeric:tabular-nums;margin-right:.6rem}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;margin:.5rem 0}
.none{color:var(--soft);text-align:center;padding:2.5rem 1rem}
`;

/** The status page. Its script requests the data that it shows, and never reads any of it as markup. */
export const STATUS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local cloud</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Local cloud</h1>
<nav aria-label="What is shown"></nav>
<input type="search" placeholder="Search" aria-label="Search in what is shown">
<span class="soft" id="clock" aria-live="off"></span>
</header>
<main aria-live="off"></main>
<script>${SCRIPT}</script>
</body>
</html>
`;
