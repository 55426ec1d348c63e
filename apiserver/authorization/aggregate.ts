/** Several errors as one text, as the reference has it: each once, in brackets where there are several. */
export function aggregate(errors: readonly string[]): string {
  const different = [...new Set(errors)];
  return different.length === 1 ? different[0]! : `[${different.join(", ")}]`;
}
