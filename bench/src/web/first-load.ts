/** What the build's manifest says of one file. */
export interface ManifestEntry {
  file: string
  /** The keys of what the file loads before it runs. */
  imports?: string[]
}

/** The build's manifest, by the path of the source or the name of a shared file. */
export type Manifest = Record<string, ManifestEntry>

/** The scripts that must be there before entries run, each once. */
export function listScripts(manifest: Manifest, entries: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const entry = manifest[key]
    if (!entry) throw new Error(`The build has no ${key}: a route has moved. Mend the list of routes.`)
    for (const imported of entry.imports ?? []) visit(imported)
  }
  for (const key of entries) visit(key)
  return [...seen].flatMap((key) => manifest[key]?.file ?? []).filter((file) => file.endsWith('.js'))
}
