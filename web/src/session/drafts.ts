/** What was typed and not sent when a session ended, kept as long as this page is open, by form and person. */
const drafts = new Map<string, object>()

/** Keeps a draft. */
export function keepDraft(key: string, values: object): void {
  drafts.set(key, values)
}

/** Hands a draft out, once. */
export function takeDraft(key: string): object | undefined {
  const draft = drafts.get(key)
  drafts.delete(key)
  return draft
}
