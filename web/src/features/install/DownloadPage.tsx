import { Title } from '@mantine/core'
import { useSite } from '../site/useSite.ts'
import { PublicPage } from '../site/PublicPage.tsx'
import { InstallGuide } from './InstallGuide.tsx'

/** Shows how to install the agent. */
export function DownloadPage() {
  const site = useSite()
  return (
    <PublicPage
      title="Download the agent"
      tabTitle="Download"
      description={`A command-line program for Windows 10+, macOS 10.15+ and Ubuntu 18.04+.${site ? ` Version ${site.version}, served by this installation.` : ''}`}
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
