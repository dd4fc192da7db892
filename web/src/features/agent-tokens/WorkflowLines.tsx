import { Stack, Text } from '@mantine/core'
import { useSite } from '../site/useSite.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'

/** Lines to paste into a workflow that opens a tunnel with a trust. */
export function WorkflowLines({ trustId }: { trustId: string }) {
  const serverUrl = useSite()?.serverUrl ?? location.origin
  return (
    <Stack>
      <Text size="sm">In the workflow of GitHub Actions, the job needs this permission:</Text>
      <CodeBlock command={'permissions:\n  id-token: write'} label="permission" />
      <Text size="sm">A step then opens the tunnel, here to an app on port 3000. It needs no secret:</Text>
      <CodeBlock command={`culvert http 3000 --server ${serverUrl} --trust ${trustId}`} label="command" />
      <Text size="sm">Elsewhere, set CULVERT_ID_TOKEN to the token of the job, such as one of GitLab's id_tokens.</Text>
    </Stack>
  )
}
