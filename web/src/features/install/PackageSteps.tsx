import { Anchor, Title } from '@mantine/core'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { formatBytes } from '../../ui/format.ts'
import classes from './SystemSteps.module.css'
import type { SystemGuide } from './systems.ts'
import type { AgentPackages } from './useAgentPackages.ts'

/** The names of the packages' targets for people. */
const targetNames: Record<string, string> = {
  'linux-x64': 'Linux, x64',
  'linux-arm64': 'Linux, arm64',
  'win32-x64': 'Windows, x64',
  'darwin-x64': 'macOS, Intel',
  'darwin-arm64': 'macOS, Apple silicon',
}

const nameOf = (target: string) => targetNames[target] ?? target

/** The tests run these packages. The others have been inspected, but never run on their system. */
const triedTargets = new Set(['linux-x64'])

interface PackageStepsProps {
  guide: SystemGuide
  packages: AgentPackages
}

/** Shows how to install the agent without Node: the command, the packages by hand, and what is checked. */
export function PackageSteps({ guide, packages: { serverUrl, signingKey, packages } }: PackageStepsProps) {
  const untried = packages.map(({ target }) => target).filter((target) => !triedTargets.has(target))
  return (
    <section>
      <Title order={3}>Install</Title>
      <p>{guide.packageRequirement}</p>
      <CodeBlock command={guide.installPackage(serverUrl)} />
      <p className={classes.manual}>
        It needs no administrator rights. The download is compared with the SHA-256 in the manifest of this server, and
        started once, before it replaces an older one.
      </p>
      <p>Or download an archive and unpack it:</p>
      <ul className={classes.packages}>
        {packages.map(({ target, url, sizeBytes, sha256 }) => (
          <li key={target}>
            <Anchor href={url} download>
              {nameOf(target)}
            </Anchor>
            , {formatBytes(sizeBytes)}
            <code className={classes.sum}>SHA-256 {sha256}</code>
          </li>
        ))}
      </ul>
      {untried.map((target) => (
        <p key={target}>
          The package for {nameOf(target)} was never run on its system: it was made on another, and its format and
          content were checked.
        </p>
      ))}
      {guide.platform !== 'linux' && <p>The installer was never run on {guide.name} either.</p>}
      {signingKey === null ? (
        <p>These packages are not signed: they are only checked against what this server says.</p>
      ) : (
        <p>
          The <Anchor href={`${serverUrl}/download/manifest.json`}>manifest</Anchor> is{' '}
          <Anchor href={`${serverUrl}/download/manifest.json.sig`}>signed</Anchor> with Ed25519. The SHA-256 of the key
          is <code className={classes.sum}>{signingKey}</code>. The installer checks that where there is OpenSSL 3. It
          has the key from this server, so compare it with what your operator tells you elsewhere.
        </p>
      )}
    </section>
  )
}
