import { badInput } from './errors.ts'

const descriptionLengthMax = 200

/** Parses what something is for, in its owner's words; null if nothing was given. */
export function parseDescription(text: string | null | undefined): string | null {
  const description = text?.trim() || null
  if (description !== null && description.length > descriptionLengthMax) {
    throw badInput('description', `Description must be at most ${descriptionLengthMax} characters long`)
  }
  return description
}
