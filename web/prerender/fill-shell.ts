import { servedPageId, type ServedPage } from '../src/network/served-page.ts'
import type { BuiltDashboard } from './built-dashboard.ts'

/** A rendered page. */
interface PrerenderedPage extends ServedPage {
  title: string
  description: string
  brandName: string
  /** The installation's public address. */
  serverUrl: string
  /** Undefined if it is no particular page's address. */
  path: string | undefined
  markup: string
}

const picture = {
  path: '/social.png',
  width: 1200,
  height: 630,
  alt: 'A stone arch over a stream, and a terminal with the command culvert http 3000 and its public URL',
}

/** Elements that work only once the browser's program has taken over: until then they are disabled, because anything typed would be lost. */
const needsProgram = /<(form|input|select|textarea|button)\b/g

/** Inserts a rendered page into the build's index.html. */
export function fillShell({ shell, styles }: BuiltDashboard, page: PrerenderedPage): string {
  const { markup, data, parts } = page
  // Scripts in it could not run: the content security policy allows only scripts in files.
  if (markup.includes('<script')) throw new Error(`The markup of ${page.path} has a script.`)
  const served: ServedPage = { data, parts }
  const used = new Set([...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const links = styles
    .filter(({ classes }) => classes.some((name) => used.has(name)))
    .map(({ href }) => `<link rel="stylesheet" crossorigin href="${href}">`)
  const json = JSON.stringify(served).replaceAll('<', String.raw`\u003c`)
  return replaceEach(shell, [
    // Without its scripts the page is light.
    ['<html lang="en">', '<html lang="en" data-mantine-color-scheme="light">'],
    [/<title>.*<\/title>\s*<meta name="description" [^>]*>/, describe(page)],
    ['</head>', `${links.join('\n')}\n</head>`],
    [
      '<div id="root"></div>',
      `<div id="root" data-served>${markup.replaceAll(needsProgram, '<$1 inert=""')}</div>\n<script type="application/json" id="${servedPageId}">${json}</script>`,
    ],
    ...(markup
      ? [[/<noscript>.*<\/noscript>/, '<noscript>Forms, search and the dashboard need JavaScript.</noscript>'] as const]
      : []),
  ])
}

function describe({ title, description, brandName, serverUrl, path }: PrerenderedPage): string {
  const meta = (attribute: string, name: string, content: string | number) =>
    `<meta ${attribute}="${name}" content="${escapeHtml(String(content))}">`
  const lines = [`<title>${escapeHtml(title)}</title>`]
  if (path === undefined) return [...lines, meta('name', 'robots', 'noindex')].join('\n')
  const url = new URL(path, serverUrl).href
  return [
    ...lines,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', brandName),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', new URL(picture.path, serverUrl).href),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', picture.width),
    meta('property', 'og:image:height', picture.height),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('\n')
}

/** Replaces each text once. Throws if one is missing, because the page would lack its replacement. */
function replaceEach(text: string, replacements: (readonly [string | RegExp, string])[]): string {
  return replacements.reduce((before, [from, to]) => {
    const after = before.replace(from, () => to)
    if (after === before) throw new Error(`index.html has no ${from}.`)
    return after
  }, text)
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}
