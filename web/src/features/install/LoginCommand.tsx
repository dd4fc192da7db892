import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { useSite } from '../site/useSite.ts'

/** The command that signs a machine in at this installation. Later commands there need neither its address nor a secret. */
export function LoginCommand() {
  const serverUrl = useSite()?.serverUrl ?? location.origin
  return <CodeBlock command={`culvert login --server ${serverUrl}`} />
}
