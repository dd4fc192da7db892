/**
 * Rewrites what was typed into a field, and leaves the caret where it is in the text: if React set the new text, browsers would move the caret to the
 * end, and what is typed next in the middle of a text would be appended to it.
 */
export function rewriteTyped(field: HTMLInputElement, rewrite: (text: string) => string): string {
  const { value, selectionStart } = field
  const text = rewrite(value)
  if (text !== value) {
    const caret = rewrite(value.slice(0, selectionStart ?? value.length)).length
    field.value = text
    field.setSelectionRange(caret, caret)
  }
  return text
}
