declare module 'virtual:built-dashboard' {
  import type { BuiltDashboard } from './built-dashboard.ts'
  const built: BuiltDashboard
  export default built
}
