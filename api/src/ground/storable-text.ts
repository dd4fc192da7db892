import { Kind, visit, type DocumentNode } from 'graphql'
import { AppError } from './errors.ts'

/** Reports whether PostgreSQL can keep a text: it has no NUL, and each half of a surrogate pair has its other half. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Documents whose texts can be stored: Apollo caches parsed documents, and walking through one takes half as long as all other checks of it. */
const storableDocuments = new WeakSet<DocumentNode>()

/** Throws BAD_USER_INPUT when a text in a document or its variables cannot be stored. */
export function checkTexts(document: DocumentNode, variables: unknown): void {
  if (!storableDocuments.has(document)) {
    visit(document, {
      [Kind.STRING]: ({ value }) => {
        if (!isStorable(value)) throw notStorable('A text of the document')
      },
    })
    storableDocuments.add(document)
  }
  const fault = findFault(variables)
  if (fault !== undefined) throw notStorable(`The variable at "${fault}"`)
}

/** Returns the path of a text that cannot be stored; undefined when all can be. Not by recursion: a megabyte of brackets nests deep. */
function findFault(variables: unknown): string | undefined {
  const open: { value: unknown; path: string }[] = [{ value: variables, path: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && !isStorable(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return path === '' ? 'variables' : path
      open.push({ value: inner, path: path === '' ? key : `${path}.${key}`.slice(0, 200) })
    }
  }
  return undefined
}

function notStorable(what: string): AppError {
  return new AppError(
    'BAD_USER_INPUT',
    `${what} has a NUL character (U+0000) or half of a surrogate pair, which no text may have. Remove it.`,
  )
}
