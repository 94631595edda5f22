/** `arn:aws:iam::000000000000:role/path/orders` to `orders`. */
export function roleName(roleArn: string): string {
  return roleArn.slice(roleArn.lastIndexOf('/') + 1);
}
