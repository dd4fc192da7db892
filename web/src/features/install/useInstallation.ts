import { useSite } from '../site/useSite.ts'

/** How to install the agent from this installation. */
export interface Installation {
  /** The file's name, for example culvert-agent-1.0.2.tgz. */
  packageName: string
  /** The address that npm installs from. */
  packageUrl: string
  installCommand: string
}

/** The agent's package as this installation serves it. */
export function useInstallation(): Installation {
  const site = useSite()
  const packageName = site ? `culvert-agent-${site.version}.tgz` : 'culvert-agent.tgz'
  const packageUrl = `${site?.serverUrl ?? location.origin}/download/${packageName}`
  return { packageName, packageUrl, installCommand: `npm install -g ${packageUrl}` }
}
