import { Title } from '@mantine/core'
import { useSite, useTitle } from '../site/useSite.ts'
import { PublicPage } from '../ui/PublicPage.tsx'
import { InstallGuide } from './InstallGuide.tsx'

/** How to get the agent. */
export function DownloadPage() {
  useTitle('Download')
  const site = useSite()
  return (
    <PublicPage
      title="Download the agent"
      description={`One command line program for Windows 10+, macOS 10.15+ and Ubuntu 18.04+${site ? `, version ${site.version}` : ''}. This installation serves it itself.`}
      narrow
    >
      <section>
        <Title order={2} mb="md">
          Install the agent
        </Title>
        <InstallGuide />
      </section>
    </PublicPage>
  )
}
