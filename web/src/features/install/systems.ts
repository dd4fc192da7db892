import type { System } from './detect-system.ts'

/** A possible problem and its solution. */
interface Trouble {
  problem: string
  remedy: string
  /** A command that fixes the problem or shows its cause. */
  command?: string
}

/** The differences between the systems. */
export interface SystemGuide {
  value: System
  name: string
  requirement: string
  /** The prefix of its packages' names. */
  platform: 'win32' | 'darwin' | 'linux'
  /** The requirements of the packages without Node. */
  packageRequirement: string
  /** Installs such a package from a server. */
  installPackage: (serverUrl: string) => string
  troubles: (packageUrl: string) => Trouble[]
}

const installByShell = (serverUrl: string) => `curl -fsSL ${serverUrl}/install.sh | sh`

const unreachable: Trouble = {
  problem: 'The server cannot be reached',
  remedy: 'Open the address of this page from the same machine. Behind a proxy, tell npm about it.',
  command: 'npm config get proxy',
}

/** The supported systems, as the tabs name them. */
export const systems: SystemGuide[] = [
  {
    value: 'windows',
    name: 'Windows',
    platform: 'win32',
    packageRequirement: 'Windows 10 or later, on an x64 processor. Run the command in PowerShell.',
    installPackage: (serverUrl) => `irm ${serverUrl}/install.ps1 | iex`,
    requirement: 'Windows 10 or later, with Node.js 20 or later. Run the commands in PowerShell.',
    troubles: () => [
      {
        problem: 'culvert is not recognized as the name of a cmdlet',
        remedy: "Open a new terminal. If that does not help, add the folder that this prints to your user's Path.",
        command: 'npm prefix -g',
      },
      {
        problem: 'culvert.ps1 cannot be loaded because running scripts is disabled',
        remedy: 'Allow your own scripts for your user, or run culvert.cmd instead.',
        command: 'Set-ExecutionPolicy -Scope CurrentUser RemoteSigned',
      },
      unreachable,
    ],
  },
  {
    value: 'macos',
    name: 'macOS',
    platform: 'darwin',
    packageRequirement: 'macOS 13.5 or later.',
    installPackage: installByShell,
    requirement: 'macOS 10.15 or later, with Node.js 20 or later. On macOS 10.15, use Node.js 20.',
    troubles: (packageUrl) => [
      {
        problem: 'EACCES: permission denied',
        remedy: "npm may not write to the system's folder. Install into your own, and add ~/.local/bin to your PATH.",
        command: `npm install -g --prefix ~/.local ${packageUrl}`,
      },
      {
        problem: 'command not found: culvert',
        remedy: 'Open a new terminal. If that does not help, add the bin folder below what this prints to your PATH.',
        command: 'npm prefix -g',
      },
      unreachable,
    ],
  },
  {
    value: 'linux',
    name: 'Linux',
    platform: 'linux',
    packageRequirement:
      'A distribution with glibc 2.28 or later, such as Debian 10, Ubuntu 20.04 or Fedora 29, and libatomic (the package libatomic1 on Debian and Ubuntu).',
    installPackage: installByShell,
    requirement: 'Ubuntu 18.04 or later, or another distribution of the same age, with Node.js 20 or later.',
    troubles: (packageUrl) => [
      {
        problem: 'EACCES: permission denied',
        remedy: "npm may not write to the system's folder. Install into your own, and add ~/.local/bin to your PATH.",
        command: `npm install -g --prefix ~/.local ${packageUrl}`,
      },
      {
        problem: 'SyntaxError, or npm warns of EBADENGINE',
        remedy:
          'Your Node.js is older than 20, as the packages of most distributions are. Take one from nodejs.org; Ubuntu 18.04 needs its unofficial build for glibc 2.17.',
        command: 'node --version',
      },
      {
        problem: 'culvert: command not found',
        remedy: 'Open a new terminal. If that does not help, add the bin folder below what this prints to your PATH.',
        command: 'npm prefix -g',
      },
      unreachable,
    ],
  },
]
