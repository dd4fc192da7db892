/** `${NAME}`, `${NAME:-a default}`, and `$$` for a dollar sign. */
const variable = /\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\})/g

/** Puts the environment's variables into a text. `missing` names those that are neither set nor have a default. */
export function expandVariables(
  text: string,
  environment: Record<string, string | undefined>,
): { text: string; missing: string[] } {
  const missing: string[] = []
  const expanded = text.replaceAll(variable, (whole, name: string | undefined, fallback: string | undefined) => {
    if (name === undefined) return '$'
    const value = environment[name]
    if (value !== undefined && value !== '') return value
    if (fallback === undefined) missing.push(name)
    return fallback ?? whole
  })
  return { text: expanded, missing }
}
