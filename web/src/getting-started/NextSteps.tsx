import { LinkList } from '../ui/LinkList.tsx'
import { Panel } from '../ui/Panel.tsx'

const links = [
  { to: '/admin/agents', title: 'Watch your agents', description: 'Requests and data of every session, live.' },
  { to: '/admin/gateway', title: 'Reserve more hostnames', description: 'One for each application that you expose.' },
  { to: '/admin/auth-id', title: 'Look after your AuthID', description: 'Regenerate or delete it at any time.' },
]

/** Where to go once the first tunnel is up. */
export function NextSteps() {
  return (
    <Panel title="Next steps" flush>
      <LinkList links={links} />
    </Panel>
  )
}
