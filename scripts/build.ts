/** Builds what an installation serves to browsers and terminals, and what it starts with: `node scripts/build.ts [--if-stale]`. */
import { execFileSync } from 'node:child_process'
import { makeStale, root, type Artifact } from './stale.ts'

/** The output of a workspace's `build` script. */
interface Build extends Artifact {
  /** Shown while it is built. */
  name: string
  workspace: string
  script?: string
}

const builds: Build[] = [
  {
    name: 'dashboard',
    workspace: '@culvert/web',
    folder: 'web/dist',
    sources: [
      'web/{src,public}/**/*',
      'web/{prerender,reference}/*',
      'web/{index.html,package.json,tsconfig.json,*.ts}',
      'schema/*',
      'docs/**/*.md',
      'agent/README.md',
      'package-lock.json',
    ],
  },
  {
    name: 'inspector',
    workspace: '@culvert/web',
    script: 'build:inspector',
    folder: 'web/inspector/dist',
    sources: [
      'web/src/{inspector,ui,theme}/**/*',
      'web/inspector/*',
      'web/public/color-scheme.js',
      'web/{package.json,tsconfig.json,*.ts}',
      'agent/src/inspection/api-types.ts',
      'package-lock.json',
    ],
  },
  {
    name: 'agent package',
    workspace: '@culvert/agent',
    folder: 'agent/dist',
    sources: [
      '{agent,wire,control-client,program}/{src/**/*.ts,package.json}',
      'agent/{README.md,build.ts,man/*,packaging/{bundle,library}.ts}',
      'tsconfig{,.library}.json',
      'LICENSE',
      'schema/{tokens,agent-packages}.ts',
      'web/inspector/dist/screen.br',
      'package.json',
      'package-lock.json',
    ],
  },
  {
    name: 'client package',
    workspace: '@culvert/client',
    folder: 'client/dist',
    sources: [
      'client/{src/**/*.{ts,graphql},README.md,build.ts,package.json}',
      'schema/*.graphql',
      'codegen.ts',
      'tsconfig{,.client}.json',
      'LICENSE',
      'package.json',
      'package-lock.json',
    ],
  },
  {
    name: 'empty database',
    workspace: '@culvert/api',
    folder: 'api/dist',
    sources: ['api/src/platform/db/{embedded,create-embedded,migrate,migrations/*}.ts', 'package-lock.json'],
  },
]

for (const { name, workspace, script = 'build', ...build } of builds) {
  await makeStale(
    build,
    () => {
      process.stdout.write(`Building the ${name}…\n`)
      execFileSync('npm', ['run', '--silent', script, '--workspace', workspace], { cwd: root, stdio: 'inherit' })
    },
    { always: !process.argv.includes('--if-stale') },
  )
}
