const compiled = new Map<string, RegExp>();

/** True when `text` matches an IAM pattern: `*` is any text, `?` any one character. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    expression = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
    compiled.set(pattern, expression);
  }
  return expression.test(text);
}
