-- Some rows to try it with; yours are in their place.
insert into dentists (name) values ('Dra. Helena Prado'), ('Dr. Marcos Lima');
insert into patients (name, phone) values
  ('Ana Souza', '+5511988880001'), ('Ana Ferreira', '+5511988880002'), ('João da Silva', '+5511988880003'),
  ('Pedro Alves', '+5511988880004'), ('Maria Clara Dias', null);
insert into patient_notes (patient_id, text) values (1, 'Alérgica a penicilina');
insert into appointments (patient_id, dentist_id, starts_at, ends_at, status)
  select patient, dentist, starts_at, starts_at + appointment_length(), status
  from (
    select patient, dentist, status, (today + days + time) at time zone clinic_zone() as starts_at
    from (select (now() at time zone clinic_zone())::date as today) clock, (values
      (3, 1, 0, time '08:00', 'booked'), (5, 2, 0, time '08:30', 'done'), (1, 1, 1, time '09:00', 'booked'),
      (4, 2, 1, time '11:00', 'booked'), (2, 1, 2, time '14:00', 'booked'), (5, 1, 3, time '10:00', 'cancelled')
    ) rows (patient, dentist, days, time, status)
  ) booked;
insert into bills (patient_id, treatment, amount, paid) values
  (1, 'Limpeza', 250, 0), (2, 'Canal', 1200, 400), (3, 'Restauração', 380.50, 380.50);
insert into payments (bill_id, amount, method) values (2, 400, 'card'), (3, 380.50, 'pix');
