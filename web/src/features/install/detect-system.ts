/** The operating systems that the agent runs on. */
export type System = 'windows' | 'macos' | 'linux'

interface Browser {
  userAgent: string
  /** What newer browsers say instead of guessing from the user agent. */
  userAgentData?: { platform: string }
}

/** The operating system of the browser; undefined on phones and where the browser does not say. */
export function detectSystem({ userAgent, userAgentData }: Browser): System | undefined {
  const text = userAgentData?.platform || userAgent
  if (/android|iphone|ipad|cros|chrome ?os/i.test(text)) return undefined
  if (/win/i.test(text)) return 'windows'
  if (/mac/i.test(text)) return 'macos'
  return /linux|x11/i.test(text) ? 'linux' : undefined
}
