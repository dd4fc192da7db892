import { webPaths } from '@culvert/schema/web-paths'
import { LinkList } from '../../ui/LinkList.tsx'
import { Panel } from '../../ui/Panel.tsx'

const links = [
  { to: webPaths.agents, title: 'Watch your agents', description: 'The requests and data of every session, live.' },
  { to: webPaths.gateways, title: 'Reserve more hostnames', description: 'One for each application that you expose.' },
  { to: webPaths.authId, title: 'Look after your AuthID', description: 'Regenerate or delete it at any time.' },
]

/** Where to go once the first tunnel is up. */
export function NextSteps() {
  return (
    <Panel title="Next steps" flush>
      <LinkList links={links} />
    </Panel>
  )
}
