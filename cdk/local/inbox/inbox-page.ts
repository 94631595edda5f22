import { createHash } from 'node:crypto';

const STYLE = `
:root{color-scheme:light dark;--ink:#1a1d21;--soft:#555d66;--line:#d6dadf;--page:#f4f5f7;--card:#fff;--mark:#0b6b4f;--bubble:#dff3ea}
@media(prefers-color-scheme:dark){:root{--ink:#f1f3f5;--soft:#b3bac2;--line:#3a4149;--page:#14171a;--card:#1e2226;--mark:#4fd1a5;--bubble:#1d4436}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header{position:sticky;top:0;z-index:1;background:var(--card);border-bottom:1px solid var(--line);padding:.7rem 1rem;display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:center}
h1{font-size:1.1rem;margin:0}
input{font:inherit;flex:1 1 14rem;min-width:0;padding:.45rem .7rem;border:1px solid var(--line);border-radius:.5rem;background:var(--page);color:inherit}
nav{display:flex;flex-wrap:wrap;gap:.35rem}
nav button{font:inherit;padding:.3rem .7rem;border:1px solid var(--line);border-radius:1rem;background:none;color:inherit;cursor:pointer}
nav button[aria-pressed=true]{background:var(--mark);border-color:var(--mark);color:var(--card)}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
main{max-width:52rem;margin:0 auto;padding:1rem}
article{margin:0 0 1.1rem}
.meta{display:flex;flex-wrap:wrap;gap:.2rem .8rem;color:var(--soft);font-size:.85rem;margin:0 0 .3rem;overflow-wrap:anywhere}
.meta b{color:var(--ink)}
.bubble{display:inline-block;max-width:min(100%,26rem);padding:.6rem .9rem;border-radius:1.1rem 1.1rem 1.1rem .3rem;background:var(--bubble);white-space:pre-wrap;overflow-wrap:anywhere}
.whatsapp .bubble{border-radius:.6rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;overflow:hidden}
.card h2{font-size:1rem;margin:0;padding:.6rem .9rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
iframe{display:block;width:100%;height:22rem;border:0;background:#fff;color-scheme:light}
details{padding:.4rem .9rem;border-top:1px solid var(--line)}
summary{cursor:pointer;color:var(--soft)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0}
.chat{padding:.8rem .9rem;border-left:4px solid var(--mark)}
.chat h3{margin:0 0 .3rem;font-size:1rem}
.chat p{margin:.2rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
.none{color:var(--soft);text-align:center;padding:3rem 1rem}
`;

const SCRIPT = `
const list=document.querySelector('main'),query=document.querySelector('input'),none=document.querySelector('.none');
let channel='',after=0,turn=0,busy=0,isOther=false;
const make=(tag,name,text)=>{const e=document.createElement(tag);if(name)e.className=name;if(text!==undefined)e.textContent=text;return e};
const plain=t=>String(t).replace(/&lt;/g,'<').replace(/&gt;/g,'>').replace(/&amp;/g,'&');
const texts=card=>{
if(Array.isArray(card.blocks))return card.blocks.map(b=>[b.type==='header'?'h3':'p',plain(b.text?.text??'')]);
const body=card.attachments?.[0]?.content?.body;
if(Array.isArray(body))return body.map(b=>[b.weight==='Bolder'?'h3':'p',b.text??'']);
return [['h3',card.subject??''],['p',card.message??card.text??'']];
};
const look={
email(m){
const card=make('div','card'),frame=document.createElement('iframe');
card.append(make('h2','',m.subject||'(no subject)'));
frame.title='E-mail to '+m.to;frame.setAttribute('sandbox','');frame.setAttribute('srcdoc',m.html||'<pre></pre>');
card.append(frame);
const more=document.createElement('details');more.append(make('summary','','Plain text'),make('pre','',m.text));card.append(more);
return card;
},
chat(m){
const card=make('div','card'),inner=make('div','chat');
try{for(const [tag,text] of texts(JSON.parse(m.html)))if(text)inner.append(make(tag,'',text))}catch{inner.append(make('p','',m.text))}
card.append(inner);
const more=document.createElement('details');more.append(make('summary','','JSON'),make('pre','',m.html));card.append(more);
return card;
},
text(m){return make('div','bubble',(m.subject?m.subject+'\\n':'')+m.text)}
};
const show=m=>{
const item=make('article',m.channel),meta=make('p','meta');
meta.append(make('b','',m.channel),make('span','','to '+m.to),make('time','',m.at.replace('T',' ').slice(0,19)+' UTC'));
const kind=m.channel==='email'?'email':['slack','teams','webhook'].includes(m.channel)?'chat':'text';
item.append(meta,look[kind](m));
return item;
};
async function load(fresh){
// A look that is under way may take longer than the pause between two: only another question replaces it.
if(!fresh&&busy)return;
const mine=++turn;
if(fresh){after=0;isOther=true}
busy++;
try{
const r=await fetch('/_local/inbox/messages?'+new URLSearchParams({q:query.value.trim(),channel,after}));
if(!r.ok||mine!==turn)return;
const {messages}=await r.json();
if(mine!==turn)return;
if(isOther){list.replaceChildren(none);isOther=false}
if(messages.length)after=messages[0].number;
list.prepend(...messages.map(show));
none.hidden=list.querySelector('article')!==null;
none.textContent=query.value.trim()||channel?'No message matches.':'No messages yet.';
}catch{}finally{busy--}
}
let wait;
query.addEventListener('input',()=>{clearTimeout(wait);wait=setTimeout(()=>load(true),150)});
for(const b of document.querySelectorAll('nav button'))b.addEventListener('click',()=>{
channel=b.dataset.channel;
for(const o of document.querySelectorAll('nav button'))o.setAttribute('aria-pressed',String(o===b));
load(true);
});
load(true);
setInterval(()=>{if(!document.hidden)load(false)},1500);
`;

const CHANNELS = ['', 'email', 'sms', 'whatsapp', 'slack', 'teams', 'webhook'];

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Mail is shown in a frame that runs nothing and inherits this policy, so it loads nothing. Its own styles are allowed,
 * because mail has no others.
 */
export const INBOX_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of captured messages: e-mails as HTML, texts as bubbles, chats as cards; new ones appear automatically. */
export const INBOX_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Inbox of the local cloud</title><style>${STYLE}</style></head>
<body><header><h1>Inbox</h1><input type="search" placeholder="Search messages" aria-label="Search messages">
<nav aria-label="Channels">${CHANNELS.map(
  (name) =>
    `<button type="button" data-channel="${name}" aria-pressed="${name === ''}">${name === '' ? 'all' : name}</button>`,
).join('')}</nav></header>
<main aria-live="polite"><p class="none">No messages yet.</p></main>
<script>${SCRIPT}</script></body></html>
`;
