/** The script of the status page, as text: it runs in the browser. */
export const SCRIPT = `
const main=document.querySelector('main'),query=document.querySelector('input'),nav=document.querySelector('nav');
const open=new Set(),fills=new Map();
let tab=location.hash.slice(1)||'orders',demo,turn=0,asking=0,shown='';
const make=(tag,name,...inside)=>{const e=document.createElement(tag);if(name)e.className=name;e.append(...inside.filter(x=>x!==undefined&&x!==null));return e};
const time=t=>{const e=make('time','',String(t??'').replace('T',' ').replace('Z','').slice(0,23));return e};
const pretty=t=>{try{return JSON.stringify(typeof t==='string'?JSON.parse(t):t,null,2)}catch{return String(t)}};
const ask=async(path,options)=>{const r=await fetch(path,options);const body=await r.json();if(!r.ok)throw new Error(body.error?.message??body.message??r.status);return body};
const api=path=>ask(path,{headers:{authorization:'Bearer '+demo.apiKey}});
const post=(path,body)=>ask(path,{method:'POST',body:JSON.stringify(body)});
const button=(text,run)=>{const b=make('button','',text);b.onclick=async()=>{b.disabled=true;try{await run()}catch(e){alert(e.message)}b.disabled=false;shown='';load()};return b};
const steps=list=>make('ol','',...list.map(([at,...words])=>make('li','',time(at),...words)));
const isBad=s=>/fail|cancel|timed_out|aborted|expired|attention|error/i.test(s);
const badge=s=>make('span',isBad(s)?'bad':'',s);
async function messagesOf(tag){
const {results}=await api('/v1/webhooks/messages?limit=50&tag='+encodeURIComponent(tag));
return results;
}
async function deliveries(jobId){
const job=await api('/v1/jobs/'+encodeURIComponent(jobId));
const parts=[];
for(const c of job.jobConfigurations)for(const t of c.tasks){
const d=t.delivery;
parts.push(make('h2','',(d?d.providerName:'No provider yet')+' '),make('p','soft',[t.id,d?.id,t.failureReason].filter(Boolean).join(' · ')));
if(d)parts.push(steps(d.statusHistory.map(h=>[h.created_at,badge(h.status)])));
}
return parts;
}
const tabs={
async orders(){
const {results}=await api('/v1/orders?limit=50');
return results.map(o=>({key:o.id,title:o.externalId??o.id,facts:[badge(o.deliveryStatus??o.status),o.dropoff?.address??o.dropoff?.city,o.createdAt],async body(){
const order=await api('/v1/order/'+o.id),list=[make('p','soft',o.id+' · '+order.status+(order.jobId?' · '+order.jobId:''))];
const wrong=Object.values(order.validationErrors??{});
if(wrong.length)list.push(make('pre','bad',pretty(wrong)));
list.push(steps([[order.createdAt,'created'],[order.updatedAt,'last change: '+order.status]]));
if(order.jobId)list.push(...await deliveries(order.jobId));
const sent=await messagesOf(order.jobId??o.id);
if(sent.length)list.push(make('h2','','Webhook messages'),steps(sent.map(m=>[m.timestamp,m.eventType,' ',make('span','soft',m.id)]).reverse()));
list.push(make('details','',make('summary','',make('b','','The order as JSON')),make('pre','',pretty(order))));
return list;
}}));
},
async deliveries(){
const {results}=await api('/v1/jobs?limit=50');
return results.map(j=>({key:j.id,title:j.externalIdentifier??j.id,facts:[badge(String(j.status??(j.isActive===false?'over':'active'))),j.createdAt],body:()=>deliveries(j.id)}));
},
async runs(){
const {workflows}=await api('/v1/workflows?limit=10'),all=[];
for(const w of workflows)for(const r of (await api('/v1/workflows/'+w.id+'/executions?limit=20')).results)all.push({...r,name:w.name});
all.sort((a,b)=>a.createdAt<b.createdAt?1:-1);
return all.map(r=>({key:r.id,title:r.name,facts:[badge(r.status),r.createdAt,r.id],async body(){
const run=await api('/v1/workflow-executions/'+r.id);
return [make('p','soft',[...run.orderIds,...run.jobIds,...run.routeIds].join(' · ')),run.problem?make('p','bad',run.problem):null,steps(run.steps.map(s=>[s.createdAt,s.nodeKey+': ',badge(s.status),s.reason?', '+s.reason:'']))].filter(Boolean);
}}));
},
async webhooks(){
const {results}=await api('/v1/webhooks/messages?limit=50');
return results.map(m=>({key:m.id,title:m.eventType,facts:[m.timestamp,m.id],async body(){
const {results:attempts}=await api('/v1/webhooks/messages/'+m.id+'/attempts?limit=50');
return [make('h2','','Attempts'),attempts.length?steps(attempts.map(a=>[a.timestamp,make('span',a.status==='fail'?'bad':'',a.status+' '+(a.responseStatusCode??'no answer')),' ',a.url,make('pre','',a.response??'')])):make('p','soft','none yet'),make('h2','','Body'),make('pre','',pretty(m.body))];
}}));
},
async queues(){
const {queues}=await ask('/_local/state');
const order=q=>(q.deadLetters&&q.count?0:q.count?1:2);
return [...queues].sort((a,b)=>order(a)-order(b)).map(q=>({key:q.name,title:q.name,facts:[make('span',q.deadLetters&&q.count?'bad':'',q.count+' messages'),q.deadLetters?'dead letters':''],async body(){
const list=[];
if(q.deadLetters&&q.count)list.push(make('div','actions',button('Give them all to the worker again',()=>post('/_local/redrive',{queue:q.name}))));
for(const m of q.messages)list.push(make('p','soft',m.id+', received '+m.receives+' times'),make('pre','',pretty(m.body)));
return list.length?list:[make('p','soft','empty')];
}}));
},
async executions(){
const list=await ask('/_local/executions');
return list.map(x=>({key:x.arn,title:x.stateMachine+' '+x.name,facts:[badge(x.status),x.startedAt,x.wakesAt?'waits until '+x.wakesAt:''],async body(){
const events=await ask('/_local/executions?arn='+encodeURIComponent(x.arn));
return [steps(events.map(e=>[e.at,e.type,' ',make('b','',e.state??''),e.details==='{}'?'':make('pre','',pretty(e.details))]))];
}}));
},
async logs(){
const lines=await ask('/_local/logs'),groups=new Map();
for(const l of lines){const key=l.requestId??l.function+' '+l.at.slice(0,16);if(!groups.has(key))groups.set(key,[]);groups.get(key).push(l)}
return [...groups].reverse().map(([key,list])=>({key,title:list.find(l=>l.route)?.route??list[0].function,facts:[list.some(l=>l.level==='ERROR')?make('span','bad','error'):list.find(l=>l.status)?.status,list[0].at,list[0].requestId??''],words:list.map(l=>l.text).join(' '),async body(){
return list.map(l=>make('div','',make('p','soft',l.at+' '+l.function+' '+l.level),make('pre',l.level==='ERROR'?'bad':'',pretty(l.text))));
}}));
},
async machine(){
const s=await ask('/_local/state'),m=await ask('/_local/memory');
const by=ms=>button('Skip '+(ms===60000?'a minute':'an hour'),()=>post('/_local/clock',{advanceMs:ms}));
return [
{key:'clock',title:'Clock',isOpen:true,facts:[s.now,s.skippedMs/1000+' s skipped'],body:async()=>[make('div','actions',by(60000),by(3600000),button('Set back to the time of day',()=>post('/_local/clock',{reset:true})))]},
{key:'memory',title:'Memory',facts:[m.megabytes+' MB',m.functionThreads+' threads of functions'],body:async()=>[make('p','','Resident memory of the local cloud, functions included.')]},
...s.tables.map(t=>({key:t.name,title:t.name,facts:[t.items+' items'],body:async()=>[make('p','','Items in the table.')]})),
...s.schedules.map(x=>({key:x.name,title:x.name,facts:[x.expression,'next '+(x.nextAt??'never')],body:async()=>[make('pre','',pretty(x))]})),
{key:'inbox',title:'Inbox',facts:[s.outgoing.length+' captured messages'],body:async()=>{const a=make('a','','Open the inbox');a.href='/_local/inbox';return [a]}}
];
}
};
for(const name of Object.keys(tabs)){const b=make('button','',name[0].toUpperCase()+name.slice(1));b.onclick=()=>{tab=name;location.hash=name;shown='';main.replaceChildren();load()};b.dataset.tab=name;nav.append(b)}
const facts=item=>item.facts.filter(f=>f!==undefined&&f!==null&&f!=='').map(f=>typeof f==='object'?f:make('span','',String(f)));
function draw(item){
const e=make('details',''),inside=make('div','body');
e.dataset.key=item.key;
e.append(make('summary','',make('b','',item.title),...facts(item)),inside);
const fill=async()=>{
const fresh=make('div');
try{fresh.append(...await item.body())}catch(error){fresh.append(make('p','bad',error.message))}
if(fresh.textContent!==inside.textContent)inside.replaceChildren(...fresh.childNodes);
};
fills.set(item.key,fill);
if(open.has(item.key)||item.isOpen){e.open=true;fill()}
e.ontoggle=()=>{if(e.open){if(!open.has(item.key)){open.add(item.key);fill()}}else open.delete(item.key)};
return e;
}
async function load(){
const mine=++turn;
asking++;
if(!main.firstChild)main.append(make('p','none','Loading ...'));
for(const b of nav.children)b.setAttribute('aria-pressed',String(b.dataset.tab===tab));
try{
demo??=await ask('/_local/demo');
const items=await tabs[tab]();
if(mine!==turn)return;
const word=query.value.trim().toLowerCase();
const text=i=>[i.title,i.key,i.words??'',...i.facts.map(f=>f?.textContent??f)].join(' ').toLowerCase();
const found=items.filter(i=>text(i).includes(word));
const sign=JSON.stringify([tab,word,found.map(text)]);
if(sign===shown){for(const key of open)fills.get(key)?.()}else{shown=sign;fills.clear();main.replaceChildren(...(found.length?found.map(draw):[make('p','none','Nothing here'+(word?' for this search.':' yet.'))]))}
}catch(error){if(mine===turn){shown='';main.replaceChildren(make('p','none bad',error.message))}}
try{const s=await ask('/_local/clock');document.querySelector('#clock').textContent=s.now.slice(0,19).replace('T',' ')+(s.skippedMs?', '+Math.round(s.skippedMs/1000)+' s ahead':'')}catch{}
asking--;
}
query.oninput=()=>load();
load();
setInterval(()=>{if(!document.hidden&&!asking)load()},2500);
`;
