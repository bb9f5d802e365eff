export const invitation = {
  title: 'Passwort festlegen',
  invitation: 'Willkommen, {{name}}! Legen Sie ein Passwort fest, um sich bei {{organisation}} anzumelden.',
  reset: 'Hallo {{name}}, legen Sie ein neues Passwort für {{organisation}} fest.',
  email: 'E-Mail-Adresse',
  password: 'Neues Passwort',
  passwordHint: 'Mindestens 10 Zeichen, kein übliches Passwort, nicht der eigene Name.',
  repeat: 'Passwort wiederholen',
  different: 'Die Passwörter stimmen nicht überein.',
  tooShort: 'Das Passwort braucht 10 bis 200 Zeichen.',
  submit: 'Passwort speichern',
  doneTitle: 'Passwort gespeichert',
  done: 'Sie können sich jetzt mit {{email}} anmelden.',
  toLogin: 'Zur Anmeldung',
  unknownTitle: 'Link ungültig',
  unknown:
    'Dieser Link ist unbekannt, abgelaufen oder wurde schon verwendet. Bitte lassen Sie sich von Ihrer Administration einen neuen geben.',
  expires: 'Der Link gilt bis',
};
