/** What was typed but not sent when a session ended, by form and person. It lives as long as the page. */
const drafts = new Map<string, object>()

/** Keeps a draft. */
export function keepDraft(key: string, values: object): void {
  drafts.set(key, values)
}

/** Returns a draft and forgets it. */
export function takeDraft(key: string): object | undefined {
  const draft = drafts.get(key)
  drafts.delete(key)
  return draft
}
