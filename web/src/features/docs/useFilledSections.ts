import { useMemo } from 'react'
import { useInstallation } from '../install/useInstallation.ts'
import { useSite } from '../site/useSite.ts'
import { sections, type DocsSection } from './sections.ts'

/** The documentation with this installation's own addresses in its commands. */
export function useFilledSections(): DocsSection[] {
  const site = useSite()
  const { packageUrl } = useInstallation()
  return useMemo(() => {
    const values: Record<string, string> = {
      packageUrl,
      serverUrl: site?.serverUrl ?? location.origin,
      exampleHost: site ? new URL(site.exampleUrl).hostname : '',
    }
    return sections.map((section) => ({
      ...section,
      source: section.source.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder),
    }))
  }, [site, packageUrl])
}
