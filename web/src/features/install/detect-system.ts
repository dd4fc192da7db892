/** The operating systems that the agent runs on. */
export type System = 'windows' | 'macos' | 'linux'

interface Browser {
  userAgent: string
  /** The platform that newer browsers state, so that it need not be guessed from the user agent. */
  userAgentData?: { platform: string }
}

/** Returns the operating system of the browser; undefined on phones and if the browser does not state it. */
export function detectSystem({ userAgent, userAgentData }: Browser): System | undefined {
  const text = userAgentData?.platform || userAgent
  if (/android|iphone|ipad|cros|chrome ?os/i.test(text)) return undefined
  if (/win/i.test(text)) return 'windows'
  if (/mac/i.test(text)) return 'macos'
  return /linux|x11/i.test(text) ? 'linux' : undefined
}
