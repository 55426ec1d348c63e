/** Adds to a list, however much: a call takes no more arguments than its stack has room for. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}
