import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import { brick, night, slate, stream } from './colors.ts'

/** The look of the dashboard as a Mantine theme. Colours with a meaning of their own are in tokens.css. */
export const theme = createTheme({
  primaryColor: 'stream',
  primaryShade: { light: 7, dark: 6 },
  colors: { stream, red: brick, gray: slate, dark: night },
  white: '#ffffff',
  black: '#16232a',
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-code)',
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.78rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  radius: { sm: '4px', md: '7px', lg: '12px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { fw: 560 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        radius: 'lg',
        shadow: 'none',
        // On phones, dialogs need the full height.
        yOffset: '1rem',
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: {
        title: {
          fontSize: 'var(--mantine-h2-font-size)',
          fontWeight: 'var(--mantine-h2-font-weight)',
          lineHeight: 'var(--mantine-h2-line-height)',
          // A name in it breaks, rather than ending at the edge.
          minWidth: 0,
        },
      },
    },
    Notification: {
      defaultProps: { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } },
      styles: { root: { boxShadow: 'none' } },
    },
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
    // Within the page's landmarks, and without a placeholder for the focus, which does not belong in a menu.
    Menu: {
      defaultProps: { shadow: 'none', withinPortal: false, withInitialFocusPlaceholder: false },
      styles: { dropdown: { '--menu-item-hover': 'var(--neutral-soft)' }, itemLabel: { minWidth: 0 } },
    },
    // A locked element is still there to be read.
    Input: { styles: { input: { opacity: 1 } } },
    Anchor: { defaultProps: { underline: 'always', inherit: true } },
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
  },
})

/** Mantine's own variables that our tokens replace, in both schemes. */
const replaced = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-faint)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-red-light-color': 'var(--danger)',
  '--mantine-color-red-light-hover': 'var(--danger-soft)',
  '--mantine-color-gray-light-color': 'var(--ink-soft)',
  '--mantine-color-disabled': 'var(--neutral-soft)',
  '--mantine-color-disabled-color': 'var(--ink-faint)',
  '--mantine-color-disabled-border': 'var(--line)',
}

/** Ties Mantine to our tokens. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: replaced, dark: replaced })
