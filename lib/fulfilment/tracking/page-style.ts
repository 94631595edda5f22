/** The page's only style sheet. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1a1d21;--soft:#555d66;--line:#d6dadf;--page:#f4f5f7;--card:#fff;--mark:#0b6b4f;--halo:#0b6b4f33}
@media(prefers-color-scheme:dark){:root{--ink:#f1f3f5;--soft:#b3bac2;--line:#3a4149;--page:#14171a;--card:#1e2226;--mark:#4fd1a5;--halo:#4fd1a540}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
.page{max-width:34rem;margin:0 auto;padding:1rem}
header,footer{display:flex;justify-content:space-between;gap:1rem;color:var(--soft);font-size:.9rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.1rem;margin:.9rem 0}
h1{font-size:1.55rem;line-height:1.25;margin:.1rem 0 .4rem}
h2{font-size:.95rem;margin:0 0 .6rem;color:var(--soft);font-weight:600}
p{margin:.3rem 0}
.eta{font-size:1.2rem;font-weight:600}
.code{font-size:2rem;font-weight:700;letter-spacing:.3em}
ol{list-style:none;margin:0;padding:0}
li{display:flex;gap:.75rem;padding:.4rem 0;color:var(--soft)}
li.done,li[aria-current]{color:var(--ink)}
li[aria-current]{font-weight:600}
li::before{content:"";flex:none;width:.9rem;height:.9rem;margin-top:.3rem;border:2px solid var(--soft);border-radius:50%}
li.done::before{background:var(--mark);border-color:var(--mark)}
li time{margin-left:auto;font-weight:400}
svg{display:block;width:100%;height:auto;background:var(--page);border-radius:.5rem}
.way{fill:none;stroke:var(--soft);stroke-width:2}.ahead{stroke-dasharray:5 5}
.pickup,.home{fill:var(--soft)}.courier{fill:var(--mark)}.halo{fill:var(--halo)}
a{color:var(--mark)}
a.call{display:inline-block;margin-top:.5rem;padding:.65rem 1.1rem;border:2px solid var(--mark);border-radius:.5rem;font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem .9rem;margin:0}
dt{color:var(--soft)}dd{margin:0}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

/**
 * Fetches the page again and replaces what changed, as long as the page is visible. Without scripts the page reloads
 * itself.
 */
export const SCRIPT = `
setInterval(async()=>{
if(document.hidden||!document.querySelector('[data-live]'))return;
try{
const r=await fetch(location.href,{headers:{accept:'text/html'}});
if(!r.ok)return;
const d=new DOMParser().parseFromString(await r.text(),'text/html');
for(const e of document.querySelectorAll('[data-part]')){
const n=d.querySelector('[data-part="'+e.dataset.part+'"]');
if(n&&n.innerHTML!==e.innerHTML)e.innerHTML=n.innerHTML;
}
if(!d.querySelector('[data-live]'))document.querySelector('[data-live]').removeAttribute('data-live');
document.title=d.title;
}catch{}
},20000);
`;
