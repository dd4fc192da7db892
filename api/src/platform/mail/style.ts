import { html, Html } from './html.ts'

/** The look of one part: what both schemes share, and the colours of each. */
interface Part {
  shape: string
  light: string
  dark: string
}

const text = `font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif`
const code = `font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace`

// The colours of the dashboard. Both schemes are chosen, so that no client has to invert one.
const parts = {
  page: {
    shape: `margin:0;padding:0;width:100%;${text};font-size:16px;line-height:1.55`,
    light: 'background:#f7f9f9;color:#16232a',
    dark: 'background:#0c1417;color:#dde7e8',
  },
  card: {
    shape: 'border-radius:12px;padding:32px 32px 16px;border-style:solid;border-width:1px',
    light: 'background:#ffffff;border-color:#e1e8e9;color:#16232a',
    dark: 'background:#121c20;border-color:#223036;color:#dde7e8',
  },
  brand: {
    shape: `${text};font-size:17px;font-weight:600;letter-spacing:-0.01em;padding-left:10px`,
    light: 'color:#16232a',
    dark: 'color:#dde7e8',
  },
  heading: {
    shape: `margin:0 0 16px;${text};font-size:22px;line-height:1.3;font-weight:600;letter-spacing:-0.011em;overflow-wrap:anywhere`,
    light: 'color:#16232a',
    dark: 'color:#dde7e8',
  },
  paragraph: {
    shape: `margin:0 0 16px;${text};font-size:16px;line-height:1.55;overflow-wrap:anywhere`,
    light: 'color:#16232a',
    dark: 'color:#dde7e8',
  },
  button: {
    shape: `display:inline-block;padding:12px 20px;border-radius:7px;${text};font-size:16px;line-height:1.25;font-weight:600;text-decoration:none`,
    light: 'background:#0c6464;color:#ffffff',
    dark: 'background:#6cc7bf;color:#0c1417',
  },
  link: {
    shape: `${text};font-size:13px;line-height:1.5;word-break:break-all;text-decoration:underline`,
    light: 'color:#0c6464',
    dark: 'color:#6cc7bf',
  },
  small: {
    shape: `margin:0 0 8px;${text};font-size:13px;line-height:1.5;overflow-wrap:anywhere`,
    light: 'color:#576971',
    dark: 'color:#96a8ae',
  },
  address: {
    shape: `margin:0 0 20px;${text};font-size:13px;line-height:1.5`,
    light: 'color:#576971',
    dark: 'color:#96a8ae',
  },
  code: {
    shape: `margin:0 0 16px;padding:12px 14px;border-radius:7px;${code};font-size:14px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere`,
    light: 'background:#f1f5f5;color:#16232a',
    dark: 'background:#0c1417;color:#dde7e8',
  },
  facts: {
    shape: 'margin:0 0 20px;width:100%;border-collapse:collapse;border-top-style:solid;border-top-width:1px',
    light: 'border-color:#e1e8e9',
    dark: 'border-color:#223036',
  },
  factLabel: {
    shape: `padding:9px 16px 9px 0;width:1%;white-space:nowrap;vertical-align:top;text-align:left;font-weight:400;${text};font-size:14px;line-height:1.5;border-bottom-style:solid;border-bottom-width:1px`,
    light: 'color:#576971;border-color:#e1e8e9',
    dark: 'color:#96a8ae;border-color:#223036',
  },
  factValue: {
    shape: `padding:9px 0;vertical-align:top;${text};font-size:14px;line-height:1.5;overflow-wrap:anywhere;word-break:break-word;border-bottom-style:solid;border-bottom-width:1px`,
    light: 'color:#16232a;border-color:#e1e8e9',
    dark: 'color:#dde7e8;border-color:#223036',
  },
  factCode: {
    shape: `${code};font-size:13px`,
    light: 'color:#16232a',
    dark: 'color:#dde7e8',
  },
  meter: {
    shape: 'width:100%;border-collapse:separate;border-radius:4px;margin:0 0 8px',
    light: 'background:#dfe6e7',
    dark: 'background:#26353b',
  },
  meterPart: {
    shape: 'height:8px;line-height:8px;font-size:0;border-radius:4px;padding:0',
    light: 'background:#0c6464',
    dark: 'background:#6cc7bf',
  },
  meterFull: {
    shape: 'height:8px;line-height:8px;font-size:0;border-radius:4px;padding:0',
    light: 'background:#8a5300',
    dark: 'background:#e6b45c',
  },
  arch: {
    shape:
      'box-sizing:border-box;width:30px;height:20px;margin:0 auto;border-style:solid;border-width:3px 3px 0;border-radius:15px 15px 0 0',
    light: 'border-color:#16232a',
    dark: 'border-color:#dde7e8',
  },
  innerArch: {
    shape:
      'box-sizing:border-box;width:14px;height:11px;margin:6px auto 0;border-style:solid;border-width:2px 2px 0;border-radius:7px 7px 0 0',
    light: 'border-color:#a2a7aa',
    dark: 'border-color:#6e797c',
  },
  crest: {
    shape:
      'box-sizing:border-box;width:11px;height:4px;border-style:solid;border-width:3px 3px 0;border-radius:50% 50% 0 0/100% 100% 0 0',
    light: 'border-color:#0c6464',
    dark: 'border-color:#6cc7bf',
  },
  trough: {
    shape:
      'box-sizing:border-box;width:11px;height:4px;border-style:solid;border-width:0 3px 3px;border-radius:0 0 50% 50%/0 0 100% 100%',
    light: 'border-color:#0c6464',
    dark: 'border-color:#6cc7bf',
  },
} satisfies Record<string, Part>

export type PartName = keyof typeof parts

/** Returns the attributes of an element that is this part: the light look inline, and the class that the dark scheme selects. */
export function styled(name: PartName): Html {
  const { shape, light } = parts[name]
  return html`class="${name}" style="${shape};${light}"`
}

/** Returns the style sheet for clients that support schemes and widths; the others show the light look. */
export const styleSheet = new Html(
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '@media (max-width:480px){.card{padding:24px 20px 8px !important}}',
    '@media (prefers-color-scheme:dark){',
    ...Object.entries(parts).map(([name, { dark }]) => `.${name}{${dark.replaceAll(/(;|$)/g, ' !important$1')}}`),
    '}',
  ].join('\n'),
)
