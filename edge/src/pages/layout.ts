import { createHash } from 'node:crypto'

/** The logo, an arch over a stream, as on the dashboard. */
const markPaths = `<path d="M4 21v-4.5a12 12 0 0 1 24 0V21" stroke-width="3"/><path d="M11 21v-4.5a5 5 0 0 1 10 0V21" stroke-width="1.6" opacity=".45"/><path class="stream" d="M2 26.5c2.3-2 4.7-2 7 0s4.7 2 7 0 4.7-2 7 0 4.7 2 7 0" stroke-width="2.6"/>`
const mark = `<svg class="mark" viewBox="0 0 32 32" width="28" height="28" fill="none" stroke="currentColor" stroke-linecap="round" aria-hidden="true">${markPaths}</svg>`
const icon = encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#0c6464" stroke-linecap="round">${markPaths}</svg>`,
)

/** The colours are the dashboard's, light and dark. */
const style = `
:root{color-scheme:light dark;--ground:#f7f9f9;--card:#fff;--line:#e1e8e9;--text:#16232a;--soft:#576971;--accent:#0c6464;--bad:#b3261e;--bad-ground:#fdeceb;--code:#f1f5f5}
@media (prefers-color-scheme:dark){:root{--ground:#0c1417;--card:#121c20;--line:#223036;--text:#dde7e8;--soft:#96a8ae;--accent:#6cc7bf;--bad:#f28b82;--bad-ground:#3a1a18;--code:#0f181b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:32px 16px;display:flex;flex-direction:column;align-items:center;justify-content:center;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word}
.brand{display:flex;align-items:center;gap:10px;width:100%;max-width:560px;margin-bottom:20px;font-weight:600;letter-spacing:-.01em}
.mark{flex:none}
.stream{stroke:var(--accent)}
.status{margin-left:auto;color:var(--soft);font-weight:500;font-variant-numeric:tabular-nums}
main{width:100%;max-width:560px;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
section{padding:28px}
section+section{border-top:1px solid var(--line)}
h1{margin:0 0 8px;font-size:24px;line-height:1.25;letter-spacing:-.02em;text-wrap:balance}
h2{margin:0 0 4px;font-size:15px}
p{margin:0}
.text{color:var(--soft)}
.host{margin:0 0 14px;font:14px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--accent)}
.way{display:flex;margin:26px 0 0;padding:0;list-style:none;font-size:14px}
.way li{flex:1;position:relative;text-align:center;min-width:0}
.way li+li::before{content:"";position:absolute;top:11px;left:calc(-50% + 17px);right:calc(50% + 17px);border-top:1px solid var(--line)}
.way svg{display:block;margin:0 auto 6px;color:var(--soft)}
.way span{display:block;font-size:13px;color:var(--soft)}
.way .ok svg{color:var(--accent)}
.way .stop svg,.way .stop span{color:var(--bad)}
.way .stop circle{fill:var(--bad-ground)}
.actions{display:flex;flex-wrap:wrap;align-items:center;gap:10px 20px;margin-top:26px;font-size:15px}
.button{padding:8px 18px;border-radius:8px;background:var(--accent);color:var(--card);font-weight:500;text-decoration:none}
.button:focus-visible,.details:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:8px}
.owner p{font-size:15px;color:var(--soft)}
.owner code{display:block;margin-top:14px;padding:10px 14px;border:1px solid var(--line);border-radius:8px;background:var(--code);color:var(--text);user-select:all}
code,dd{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
a{color:var(--accent);text-underline-offset:3px}
footer{width:100%;max-width:560px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:18px 0 0;font-size:13px;color:var(--soft)}
dd{margin:0;text-align:right;overflow-wrap:anywhere;user-select:all}
@media (max-width:420px){body{padding:20px 12px;justify-content:flex-start}section{padding:22px 18px}h1{font-size:21px}}
`

/** Only this page's own style may load: the page appears under someone else's hostname. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Makes one of the edge's pages as self-contained HTML. The parts are HTML already; the title is text. */
export function htmlPage(page: { title: string; status: string; main: string; foot: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:image/svg+xml,${icon}">
<style>${style}</style>
</head>
<body>
<header class="brand">${mark}Culvert<span class="status">${page.status}</span></header>
<main>${page.main}</main>
${page.foot}
</body>
</html>
`
}

/** Escapes text for HTML content and attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The command that opens a tunnel on this installation, as HTML. On a machine that is not signed in, it says how to sign in. */
export function agentCommandHtml(serverUrl: string): string {
  return `<code>culvert http 3000 --server ${escapeHtml(serverUrl)}</code>`
}
