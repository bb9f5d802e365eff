export const forgotten = {
  title: 'Passwort vergessen',
  text: 'Geben Sie die E-Mail-Adresse an, mit der Sie sich anmelden. Dorthin kommt ein Link, mit dem Sie ein neues Passwort festlegen.',
  email: 'E-Mail-Adresse',
  noEmail: 'Bitte geben Sie eine E-Mail-Adresse an.',
  submit: 'Link anfordern',
  doneTitle: 'Prüfen Sie Ihr Postfach',
  done: 'Wenn {{email}} hier zu jemandem gehört, ist ein Link dorthin unterwegs. Er gilt eine Stunde lang und kann einmal verwendet werden.',
  doneHint: 'Wenn nichts ankommt, sehen Sie im Spam-Ordner nach oder bitten Sie Ihren Administrator um einen Link.',
  noMail:
    'Dieser Dienst verschickt keine Mails. Bitten Sie einen Administrator Ihrer Organisation um einen Link: Er erzeugt ihn unter „Benutzer“. Gibt es keinen, wenden Sie sich an den Betreiber dieses Dienstes.',
  toLogin: 'Zur Anmeldung',
};
