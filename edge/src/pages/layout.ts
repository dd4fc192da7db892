import { createHash } from 'node:crypto'

/** The mark: an arch over a stream. */
const mark = `<svg class="mark" viewBox="0 0 32 32" width="28" height="28" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" aria-hidden="true">
<path d="M4 21v-4a12 12 0 0 1 24 0v4"/><path d="M10.5 21v-4a5.5 5.5 0 0 1 11 0v4" opacity=".45"/><path d="M3 27q3.25-3 6.5 0t6.5 0 6.5 0 6.5 0"/>
</svg>`

const icon = encodeURIComponent(
  mark.replace('<svg class="mark"', '<svg xmlns="http://www.w3.org/2000/svg"').replace('currentColor', '#0f766e'),
)

const style = `
:root{color-scheme:light dark;--ground:#f8fafc;--card:#fff;--line:#e2e8f0;--text:#0f172a;--soft:#526077;--accent:#0f766e;--bad:#b42318;--bad-ground:#fef3f2;--code:#f1f5f9}
@media (prefers-color-scheme:dark){:root{--ground:#0b1118;--card:#111a23;--line:#243140;--text:#e6edf3;--soft:#93a4b8;--accent:#4fd1c1;--bad:#ff8f85;--bad-ground:#2a1617;--code:#0b1118}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:32px 16px;display:flex;flex-direction:column;align-items:center;justify-content:center;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.brand{display:flex;align-items:center;gap:10px;width:100%;max-width:560px;margin-bottom:20px;font-weight:600;letter-spacing:-.01em}
.mark{color:var(--accent);flex:none}
.status{margin-left:auto;color:var(--soft);font-weight:500;font-variant-numeric:tabular-nums}
main{width:100%;max-width:560px;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
section{padding:28px}
section+section{border-top:1px solid var(--line)}
h1{margin:0 0 8px;font-size:24px;line-height:1.25;letter-spacing:-.02em;text-wrap:balance}
h2{margin:0 0 4px;font-size:15px}
p{margin:0}
.text{color:var(--soft)}
.host{margin:0 0 14px;font:14px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--accent);overflow-wrap:anywhere}
.way{display:flex;margin:26px 0 0;padding:0;list-style:none;font-size:14px}
.way li{flex:1;position:relative;text-align:center;min-width:0}
.way li+li::before{content:"";position:absolute;top:11px;left:calc(-50% + 17px);right:calc(50% + 17px);border-top:1px solid var(--line)}
.way svg{display:block;margin:0 auto 6px;color:var(--soft)}
.way span{display:block;font-size:13px;color:var(--soft)}
.way .ok svg{color:var(--accent)}
.way .stop svg,.way .stop span{color:var(--bad)}
.way .stop circle{fill:var(--bad-ground)}
.owner p{font-size:15px;color:var(--soft)}
.owner code{display:block;margin-top:14px;padding:10px 14px;border:1px solid var(--line);border-radius:8px;background:var(--code);color:var(--text);user-select:all;overflow-wrap:anywhere}
code,dd{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
a{color:var(--accent);text-underline-offset:3px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;width:100%;max-width:560px;margin:18px 0 0;font-size:13px;color:var(--soft)}
dd{margin:0;text-align:right;overflow-wrap:anywhere;user-select:all}
@media (max-width:420px){body{padding:20px 12px;justify-content:flex-start}section{padding:22px 18px}h1{font-size:21px}}
`

/** Nothing but this page's own style may load: the page appears under a hostname that belongs to somebody else. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** One of the edge's pages as HTML, whole in itself. The parts are HTML already; the title is text. */
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
<div class="brand">${mark}Culvert<span class="status">${page.status}</span></div>
<main>${page.main}</main>
${page.foot}
</body>
</html>
`
}

/** Text made safe for HTML content and attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
