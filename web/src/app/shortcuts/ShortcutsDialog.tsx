import { Modal, SimpleGrid } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useActiveAccount } from '../../features/accounts/ActiveAccount.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { getPaletteKeys, Keys } from '../../ui/Keys.tsx'
import { listLinks } from '../sections.tsx'

interface ShortcutsDialogProps {
  opened: boolean
  onClose: () => void
}

const listAnywhere = () => [
  { name: 'Find or do something', keys: getPaletteKeys() },
  { name: 'Show these shortcuts', keys: ['?'] },
]
const onRequests = [
  { name: 'Search', keys: ['/'] },
  { name: 'Next and previous row', keys: ['j', 'k'] },
  { name: 'Open the row', keys: ['Enter'] },
  { name: 'Close the panel', keys: ['Esc'] },
]

/** The keys of the dashboard. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const { account } = useActiveAccount().membership
  // Opened only after it has mounted, so that the dialog knows where to return focus.
  const mounted = useMounted()
  const pages = listLinks(account).map(({ label, goKey }) => ({ name: label, keys: ['g', goKey] }))
  return (
    <Modal opened={mounted && opened} onClose={onClose} title="Keyboard shortcuts" size="xl">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <KeyList title="Go to" rows={pages} />
        <div>
          <KeyList title="Anywhere" rows={listAnywhere()} />
          <KeyList title="On Requests" rows={onRequests} />
        </div>
      </SimpleGrid>
    </Modal>
  )
}

function KeyList({ title, rows }: { title: string; rows: readonly { name: string; keys: readonly string[] }[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <FactList facts={rows.map(({ name, keys }) => ({ name, value: <Keys keys={keys} /> }))} />
    </section>
  )
}
