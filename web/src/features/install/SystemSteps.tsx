import { Anchor, Title } from '@mantine/core'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { IconDownload } from '../../ui/icons.ts'
import { LoginCommand } from './LoginCommand.tsx'
import { PackageSteps } from './PackageSteps.tsx'
import classes from './SystemSteps.module.css'
import type { SystemGuide } from './systems.ts'
import { useAgentPackages } from './useAgentPackages.ts'
import { useInstallation } from './useInstallation.ts'

interface SystemStepsProps {
  guide: SystemGuide
  /** Leaves out the steps after the installation, which the surrounding page shows. */
  brief?: boolean
}

/** The steps for one system: install, check, continue, and what to do if something fails. */
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
        {guide.platform !== 'linux' && (
          <p>The package for npm was tested on Linux with Node.js 20, 22, 24 and 26, and never run on {guide.name}.</p>
        )}
      </section>
      <section>
        <Title order={3}>Check the version</Title>
        <CodeBlock command="culvert --version" />
      </section>
      {!brief && (
        <section>
          <Title order={3}>After the installation</Title>
          <p>Sign in once: the dashboard asks you to approve this machine.</p>
          <LoginCommand />
          <p>Then open a tunnel to the app on port 3000.</p>
          <CodeBlock command="culvert http 3000" />
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
