/** Name of the certificate in the folder of the reports. */
export const certificateName = 'certificate.json';
