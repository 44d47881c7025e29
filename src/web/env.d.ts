declare module 'virtual:quiver-theme.css'

/** Another one whenever the shapes of what the server answers have changed (vite.config.ts). */
declare const __SHAPES__: string
