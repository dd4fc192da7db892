/** `${NAME}`, `${NAME:-a default}`, `$$` for a dollar sign, and anything else that begins like a reference. */
const reference = /\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|(\{[^}]*\}?))/g

/** A text with its environment variables expanded. */
interface Expanded {
  text: string
  /** The variables that are neither set nor have a default. */
  missing: string[]
  /** Whether something begins like a reference but is none, such as the shell's `${NAME:?}`. */
  isMalformed: boolean
}

/** Expands environment variables in a text. */
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
