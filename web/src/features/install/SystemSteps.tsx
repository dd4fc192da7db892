import { Anchor, Title } from '@mantine/core'
import { AgentCommand } from './AgentCommand.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { IconDownload } from '../../ui/icons.ts'
import { PackageSteps } from './PackageSteps.tsx'
import { SetAuthIdCommand } from './SetAuthIdCommand.tsx'
import classes from './SystemSteps.module.css'
import type { SystemGuide } from './systems.ts'
import { useAgentPackages } from './useAgentPackages.ts'
import { useInstallation } from './useInstallation.ts'

interface SystemStepsProps {
  guide: SystemGuide
  /** Leaves out the steps after the installation, which the surrounding page shows. */
  brief?: boolean
}

/** The steps for one system: install, check, continue, and what to do when something fails. */
export function SystemSteps({ guide, brief }: SystemStepsProps) {
  const { packageName, packageUrl, installCommand } = useInstallation()
  const { packages, isKnown } = useAgentPackages(guide)
  return (
    <div className={classes.root} data-pending={!isKnown || undefined}>
      {packages && <PackageSteps guide={guide} packages={packages} />}
      <section>
        <Title order={3}>{packages ? 'Or install with Node.js' : 'Install'}</Title>
        <p>
          {guide.requirement} <Anchor href="https://nodejs.org/en/download">Get Node.js</Anchor>
        </p>
        <CodeBlock command={installCommand} />
        <p className={classes.manual}>
          <Anchor href={packageUrl} download>
            <IconDownload size={16} aria-hidden />
            Download {packageName}
          </Anchor>{' '}
          to install it by hand, from the folder that it is in:
        </p>
        <CodeBlock command={`npm install -g ./${packageName}`} />
      </section>
      <section>
        <Title order={3}>Check the version</Title>
        <CodeBlock command="culvert --version" />
      </section>
      {!brief && (
        <section>
          <Title order={3}>After the installation</Title>
          <p>
            Create your AuthID on the dashboard and give it to this terminal, so that it stays out of command lines.
          </p>
          <SetAuthIdCommand guide={guide} />
          <p>Then open a tunnel to the app on port 3000.</p>
          <AgentCommand secret={null} />
        </section>
      )}
      <Disclosure title="When it does not work">
        <dl className={classes.troubles}>
          {guide.troubles(packageUrl).map(({ problem, remedy, command }) => (
            <div key={problem}>
              <dt>{problem}</dt>
              <dd>
                <p>{remedy}</p>
                {command && <CodeBlock command={command} />}
              </dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  )
}
