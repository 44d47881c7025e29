declare module 'virtual:quiver-theme.css'
