export const reference = {
  title: 'API-Referenz',
  give: 'Token eingeben',
  given: 'Token eingesetzt',
  token: 'API-Token',
  kept: 'Damit rufen Sie die API hier auf. Er bleibt nur in diesem Fenster und ist weg, wenn Sie es schließen oder neu laden.',
  use: 'Einsetzen',
  forget: 'Vergessen',
};
