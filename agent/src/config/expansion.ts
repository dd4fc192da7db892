/** `${NAME}`, `${NAME:-a default}`, `$$` for a dollar sign, and anything else that begins like a reference. */
const reference = /\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|(\{[^}]*\}?))/g

/** A text with the environment's variables in it. */
interface Expanded {
  text: string
  /** The variables that are neither set nor have a default. */
  missing: string[]
  /** Whether something begins like a reference and is none, such as `${NAME:?}` of a shell. */
  isMalformed: boolean
}

/** Puts the environment's variables into a text. */
export function expandVariables(text: string, environment: Record<string, string | undefined>): Expanded {
  const missing: string[] = []
  let isMalformed = false
  const expand = (whole: string, name: string | undefined, fallback: string | undefined, other: string | undefined) => {
    if (other !== undefined) isMalformed = true
    if (name === undefined) return other === undefined ? '$' : whole
    const value = environment[name]
    if (value !== undefined && value !== '') return value
    if (fallback === undefined) missing.push(name)
    return fallback ?? whole
  }
  const expanded = text.replaceAll(reference, expand)
  return { text: expanded, missing, isMalformed }
}
