/** The setting whose fields are open when the page opens. */
export type SettingsSearch = { edit?: string }

export function readSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  // Not checked here: the list of settings is part of the page.
  return typeof search.edit === 'string' ? { edit: search.edit } : {}
}
