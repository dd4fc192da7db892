import { useOwnSecret } from '../auth-tokens/useOwnSecret.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { authIdPlaceholder, maskSecret } from '../../ui/mask-secret.ts'
import type { SystemGuide } from './systems.ts'

/** The command that gives the reader's AuthID to a terminal, masked on screen and whole in the clipboard. */
export function SetAuthIdCommand({ guide }: { guide: SystemGuide }) {
  const secret = useOwnSecret()
  return (
    <CodeBlock
      command={guide.setAuthId(secret ?? authIdPlaceholder)}
      shown={guide.setAuthId(secret ? maskSecret(secret) : authIdPlaceholder)}
    />
  )
}
