/** Stands in for curl where lines of the quickstart are run: `-sS`, `-H`, `-X`, `-d` and a URL, as they use them. */
const [...words] = process.argv.slice(2);
const headers = {};
let method;
let body;
let url;
while (words.length > 0) {
  const word = words.shift();
  if (word === '-H') {
    const [name, ...value] = words.shift().split(': ');
    headers[name] = value.join(': ');
  } else if (word === '-X') method = words.shift();
  else if (word === '-d') body = words.shift();
  else if (!word.startsWith('-')) url = word;
}
const reply = await fetch(url, { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body });
process.stdout.write(await reply.text());
